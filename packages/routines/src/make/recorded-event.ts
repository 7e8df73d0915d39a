import { routineLimits } from "@webhand/contracts/routine/limits";
import { Target } from "@webhand/contracts/routine/target";
import { z } from "zod";

/** Ends of a fill: what was typed, or the mark of a secret, of which no character is read. */
const Typed = z.union([z.strictObject({ text: z.string().max(10_000) }), z.strictObject({ secret: z.literal(true) })]);

/**
 * What the page did after an act, as the next reading shows it: texts that were not there before, masked as page text is. Absent facts are
 * unknown.
 */
const Effect = z
	.strictObject({
		url: z.string().max(8_192),
		/** New messages of the page. */
		alerts: z.array(z.string().max(300)).max(5),
		/** Texts of another document at the same address that were not there before: the answer to a form that posts to its own page. */
		texts: z.array(z.string().min(1).max(300)).max(20),
		dialog: z.enum(["opens", "closes"]),
		isTargetGone: z.boolean(),
		/** Value of the field after a fill, where the page wrote it another way. */
		value: z.string().max(10_000),
	})
	.partial();

/** What the person said of a step while it was recorded. `input`: the label of the input that its value becomes; false: it stays as it is. */
const Marks = z
	.strictObject({
		note: z.string().trim().min(1).max(200),
		isOptional: z.literal(true),
		input: z.union([z.string().trim().min(1).max(80), z.literal(false)]),
	})
	.partial();

const sending = { sends: z.literal(true).optional(), searches: z.literal(true).optional() };

const event = <const Kind extends string, Shape extends z.core.$ZodLooseShape>(kind: Kind, shape: Shape) =>
	z.strictObject({
		kind: z.literal(kind),
		/** Order in time over all frames and tabs, in ms. */
		at: z.number().nonnegative(),
		/** Address of the page in the tab when it happened; of a frame's page in `target.where.frame` the host. */
		url: z.string().max(8_192),
		effect: Effect.optional(),
		marks: Marks.optional(),
		...shape,
	});

/**
 * One thing that a person did in the page while recording, from a trusted event, described on the page as it was before. A fill comes once,
 * when its field is left. `sends`: the control sends the form that it stands in, so the step commits; `searches`: that form only looks
 * something up.
 */
export const RecordedEvent = z.discriminatedUnion("kind", [
	event("click", { target: Target, button: z.enum(["double", "right", "middle"]).optional(), ...sending }),
	event("fill", { target: Target, typed: Typed }),
	/** `options`: what the list offers, where all of it is known; `isEmpty`: what was chosen has no value, as "Please choose". */
	event("choose", {
		target: Target,
		values: z.array(z.string().max(1_000)).min(1).max(50),
		options: z.array(z.string().max(200)).max(200).optional(),
		isEmpty: z.literal(true).optional(),
	}),
	/** `group`: the radio buttons from which it was chosen, where a run can find each of them. */
	event("tick", {
		target: Target,
		on: z.boolean(),
		group: z.strictObject({ label: z.string().min(1).max(80), options: z.array(z.string().min(1).max(200)).min(2).max(50) }).optional(),
	}),
	event("press", { target: Target.optional(), keys: z.string().min(1).max(100), ...sending }),
	event("hover", { target: Target }),
	event("drag", { target: Target, to: Target }),
	event("upload", { target: Target, file: z.string().min(1).max(255) }),
	/** The person typed an address, or opened a bookmark. */
	event("open", { address: z.string().min(1).max(8_192), inNewTab: z.literal(true).optional() }),
	event("go_back", {}),
	event("switch_tab", { title: z.string().max(300), host: z.string().max(253).optional() }),
	event("close_tab", { title: z.string().max(300), host: z.string().max(253).optional() }),
	/** "Check this": the person clicked on a value, which is read and compared later. `row`: words of its row. */
	event("check", {
		label: z.string().min(1).max(200),
		value: z.string().min(1).max(2_000),
		target: Target.optional(),
		row: z.array(z.string().min(1).max(200)).min(1).max(12).optional(),
	}),
]);
export type RecordedEvent = z.infer<typeof RecordedEvent>;

/** A recording as it is kept: in time order, undone and deleted events left out. */
export const Recording = z.strictObject({
	/** Title and address of the page where it began. */
	title: z.string().max(300),
	url: z.string().max(8_192),
	events: z.array(RecordedEvent).max(5 * routineLimits.steps),
});
export type Recording = z.infer<typeof Recording>;
