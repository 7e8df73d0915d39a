import type { Row } from "../notation.ts";
import { deeds } from "./deeds.ts";
import { fields } from "./fields.ts";
import { going } from "./going.ts";
import { pointing } from "./pointing.ts";
import { reading } from "./reading.ts";
import { several } from "./several.ts";

/** Every sentence of the tables. */
export const sentences: readonly Row[] = [...pointing, ...fields, ...going, ...reading, ...deeds, ...several];
