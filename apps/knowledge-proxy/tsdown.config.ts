import { dropFailpoints } from "@webhand/service-kit/drop-failpoints";
import { defineConfig } from "tsdown";
import { service } from "../../tsdown.base.ts";

// dist/main.mjs, and dist/thread.mjs in the workers that read documents.
export default defineConfig({
	...service,
	entry: { main: "src/main.ts", thread: "src/documents/parse/thread.ts" },
	plugins: [dropFailpoints()],
});
