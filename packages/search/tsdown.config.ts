import { defineConfig } from "tsdown";
import { packageForAll } from "../../tsdown.base.ts";

export default defineConfig(packageForAll);
