import { defineContentScript } from "wxt/utils/define-content-script";

export default defineContentScript({ matches: ["*://*/*"], registration: "runtime", allFrames: true, main() {} });
