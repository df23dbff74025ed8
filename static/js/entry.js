// What the page of a round needs besides the number pad, in this order; one file where it is collected for browsers.
import "./count.js";
import "./typing.js";
import "./folds.js";
import "./fields.js";
import "./steady.js";
import "./draft.js";
import "./saved.js";
import "./sums.js";
import "./awake.js";
