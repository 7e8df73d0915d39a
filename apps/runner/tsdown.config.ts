import { defineConfig } from "tsdown";
import { service } from "../../tsdown.base.ts";

export default defineConfig({ ...service, entry: { main: "src/main.ts" } });
