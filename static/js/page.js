// What every page needs. Where it is collected for browsers, all of it is one file; see scorekeeper/storage.py.
import "./theme.js";
import "./reach.js";
import "./once.js";
import "./rule.js";
import "./trouble.js";
import "./said.js";
