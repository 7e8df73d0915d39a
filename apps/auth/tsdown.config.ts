import { dropFailpoints } from "@webhand/service-kit/drop-failpoints";
import { defineConfig } from "tsdown";
import { service } from "../../tsdown.base.ts";

// dist/main.mjs, and dist/operator.mjs by hand.
export default defineConfig({ ...service, entry: ["src/main.ts", "src/operator.ts"], plugins: [dropFailpoints()] });
