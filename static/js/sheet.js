// What the sheet needs besides every page's own; one file where it is collected for browsers.
import "./board.js";
import "./awake.js";
import "./tidy.js";
