import { z } from "zod";
import { Words } from "./words.ts";

const Name = z.string().min(1).max(200);

/**
 * Where a control stood, in the words of the page text: host of its frame, dialog, region, heading above, form with the names of its other
 * fields, head of its column, and the names of the controls right before and after it. A dialog or heading may name the record ("Invoice
 * 17"), so inputs may stand in both.
 */
export const TargetPlace = z
	.strictObject({
		frame: z.string().min(1).max(253),
		dialog: Words,
		region: Name,
		heading: Words,
		form: z.strictObject({ name: Name.optional(), fields: z.array(Name).max(30) }),
		column: Name,
		before: Name,
		after: Name,
	})
	.partial();
export type TargetPlace = z.infer<typeof TargetPlace>;

/**
 * How a control is found again. `role` is its type in page text, `name` its words with counters left out; `row` are the words that tell its
 * row or card from the others; in `href` a `*` stands for an id or a date. See design "Targets".
 */
export const Target = z.strictObject({
	role: z.string().min(1).max(40),
	name: Words,
	where: TargetPlace.optional(),
	row: z.array(Words).min(1).max(12).optional(),
	href: z.string().max(2_000).optional(),
	fingerprint: z
		.string()
		.regex(/^[0-9a-f]{16}$/)
		.optional(),
});
export type Target = z.infer<typeof Target>;
