import { defineUnlistedScript } from "wxt/utils/define-unlisted-script";
import { startPage } from "../page/serve.ts";

// The content script, put into a page by `scripting` only. Not WXT's own kind of it: that one announces itself, with the extension's id, to
// the page by an event and a message.
export default defineUnlistedScript({ main: startPage });
