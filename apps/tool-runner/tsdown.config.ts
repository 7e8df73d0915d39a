import { dropFailpoints } from "@webhand/service-kit/drop-failpoints";
import { defineConfig } from "tsdown";
import { service } from "../../tsdown.base.ts";

// dist/main.mjs, dist/thread.mjs in the threads that check arguments, dist/verify.mjs and dist/backup.mjs by hand.
export default defineConfig({
	...service,
	entry: { main: "src/main.ts", verify: "src/verify.ts", backup: "src/backup.ts", thread: "src/mcp/tools/thread.ts" },
	plugins: [dropFailpoints()],
});
