import { defineBackground } from "wxt/utils/define-background";
import { startWorker } from "../worker/main.ts";

export default defineBackground({ type: "module", main: startWorker });
