import { defineConfig } from "tsdown";
import { packageForNode } from "../../tsdown.base.ts";
import { dropFailpoints } from "./drop-failpoints.mjs";

export default defineConfig({ ...packageForNode, plugins: [dropFailpoints()] });
