import { dropFailpoints } from "@webhand/service-kit/drop-failpoints";
import { defineConfig } from "tsdown";
import { packageForNode } from "../../tsdown.base.ts";

export default defineConfig({ ...packageForNode, plugins: [dropFailpoints()] });
