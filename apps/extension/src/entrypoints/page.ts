import { defineUnlistedScript } from "wxt/utils/define-unlisted-script";
import { startPage } from "../page/serve.ts";

// The content script, injected by `scripting` only. WXT's own kind tells every page the extension's id by an event and a message.
export default defineUnlistedScript({ main: startPage });
