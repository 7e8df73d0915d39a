import { dropFailpoints } from "@webhand/service-kit/drop-failpoints";
import { defineConfig } from "tsdown";
import { service } from "../../tsdown.base.ts";

// dist/main.mjs, and dist/thread.mjs for large bodies.
export default defineConfig({ ...service, entry: ["src/main.ts", "src/thread.ts"], plugins: [dropFailpoints()] });
