import { defineConfig } from "tsdown";
import { packageForNode } from "../../tsdown.base.ts";

export default defineConfig(packageForNode);
