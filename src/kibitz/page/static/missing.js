import { translate } from "./common.js";

translate();
