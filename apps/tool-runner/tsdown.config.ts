import { dropFailpoints } from "@webhand/service-kit/drop-failpoints";
import { defineConfig } from "tsdown";
import { service } from "../../tsdown.base.ts";

// dist/main.mjs, dist/thread.mjs in the threads that check arguments, and dist/verify.mjs by hand.
export default defineConfig({
	...service,
	entry: { main: "src/main.ts", verify: "src/verify.ts", thread: "src/mcp/tools/thread.ts" },
	plugins: [dropFailpoints()],
});
