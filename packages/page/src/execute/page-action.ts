import { z } from "zod";

const Id = z.number().int().positive();
const Text = z.string().max(20_000);

/** The actions of a page, in the shapes of the action grammar. */
export const PageAction = z.discriminatedUnion("name", [
	z.strictObject({
		name: z.literal("click"),
		id: Id,
		at: z.strictObject({ x: z.number(), y: z.number() }).optional(),
		kind: z.enum(["double", "right", "middle"]).optional(),
	}),
	z.strictObject({ name: z.literal("setValue"), id: Id, text: Text, submit: z.boolean() }),
	z.strictObject({ name: z.literal("select"), id: Id, options: z.array(Text) }),
	z.strictObject({ name: z.literal("press"), id: Id.optional(), keys: z.string() }),
	z.strictObject({ name: z.literal("hover"), id: Id }),
	z.strictObject({
		name: z.literal("drag"),
		id: Id,
		to: z.discriminatedUnion("kind", [
			z.strictObject({ kind: z.literal("element"), id: Id }),
			z.strictObject({ kind: z.literal("offset"), dx: z.number(), dy: z.number() }),
			z.strictObject({ kind: z.literal("points"), x: z.number(), y: z.number(), id: Id, x2: z.number(), y2: z.number() }),
		]),
	}),
	/** The file arrived before, in pieces. */
	z.strictObject({ name: z.literal("upload"), id: Id, fileId: z.string() }),
	z.strictObject({
		name: z.literal("scroll"),
		to: z.discriminatedUnion("kind", [
			z.strictObject({
				kind: z.literal("direction"),
				direction: z.enum(["down", "up", "left", "right", "top", "bottom"]),
				id: Id.optional(),
			}),
			z.strictObject({ kind: z.literal("element"), id: Id }),
			z.strictObject({ kind: z.literal("pixels"), deltaY: z.number() }),
		]),
	}),
]);
export type PageAction = z.infer<typeof PageAction>;

/** A query that changes nothing. */
export const PageLookup = z.discriminatedUnion("name", [
	z.strictObject({ name: z.literal("find"), what: Text }),
	z.strictObject({ name: z.literal("expand"), id: Id }),
	z.strictObject({ name: z.literal("options"), id: Id }),
]);
export type PageLookup = z.infer<typeof PageLookup>;

/** Facts that must still hold of the target. */
export const PageGuard = z.object({
	docEpoch: z.string(),
	id: Id,
	fingerprint: z.string(),
	role: z.string(),
	name: z.string(),
	form: z
		.object({ origin: z.string(), path: z.string(), method: z.string(), submits: z.boolean(), sensitive: z.array(z.string()) })
		.optional(),
	approved: z.boolean(),
	sensitive: z.literal("user_value").optional(),
});
export type PageGuard = z.infer<typeof PageGuard>;

/** A piece of a file in base64; a repeated piece replaces itself. */
export const FilePiece = z.strictObject({
	file: z.strictObject({ id: z.string(), name: z.string(), type: z.string(), pieces: z.number().int().positive() }),
	piece: z.number().int().nonnegative(),
	data: z.string(),
});
export type FilePiece = z.infer<typeof FilePiece>;

const Target = z.object({ id: z.number().int(), role: z.string(), name: z.string() });

/**
 * The outcome of an action. `isOpen`: it may have happened unseen. `isInert`: nothing was done, so nothing has to settle. `code` and
 * `message` explain a failure.
 */
export const ActResult = z.object({
	success: z.boolean(),
	isOpen: z.boolean().optional(),
	isInert: z.boolean().optional(),
	code: z.string().optional(),
	message: z.string().optional(),
	actualState: z.record(z.string(), z.unknown()).optional(),
	target: Target.optional(),
	clipboard: Text.optional(),
	/** `javascript:` addresses that the click would open; the worker opens and removes them. */
	scripts: z.array(Text).max(4).optional(),
	/** The address that the clicked link opens in a window; the worker opens it where Chrome does not. */
	opens: z.string().max(4_000).optional(),
});
export type ActResult = z.infer<typeof ActResult>;

/** A document as text. `frames`: its frame elements in order, with the token posted to each. */
export const PageReadReply = z.object({
	docEpoch: z.string(),
	/** Of the document; "null" where it is opaque, as in a sandbox. */
	origin: z.string(),
	/** As Chrome parsed it: the address does not tell a PDF. */
	contentType: z.string(),
	text: z.string(),
	/** The text is over its limit even when collapsed. */
	isOverLimit: z.boolean(),
	/** First ids of its id blocks. */
	blocks: z.array(Id).min(1),
	/** Controls without an id, since its blocks are full. */
	missingIds: z.number().int().nonnegative(),
	/** The parent's token, null before any. */
	token: z.string().nullable(),
	frames: z.array(z.object({ id: z.number().int(), token: z.string() })),
});
export type PageReadReply = z.infer<typeof PageReadReply>;

/**
 * Whether the document settled, and its changes since the last action. Counts, form and dropdown tell of the document that was acted in,
 * `hasChanged` of any. `hasLeft`: a navigation away has begun.
 */
export const ActivityReply = z.object({
	rest: z.enum(["waiting", "quiet", "capped"]),
	/** When it is asked again: it cannot be quiet before. */
	quietInMs: z.number().nonnegative().default(0),
	hasLeft: z.boolean(),
	addedCount: z.number().int(),
	removedCount: z.number().int(),
	hasFormChange: z.boolean(),
	hasNetwork: z.boolean(),
	hasChanged: z.boolean(),
	dropdownDetected: z.boolean(),
});
export type ActivityReply = z.infer<typeof ActivityReply>;
