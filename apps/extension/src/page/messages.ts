import { z } from "zod";

/** An element id of the page text. */
const Id = z.number().int().positive();
const Text = z.string().max(20_000);

/** What a page can be asked to do; the shapes are those of the action grammar. */
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
	/** The file was sent before, in pieces. */
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

/** A question to the page that changes nothing. */
export const PageLookup = z.discriminatedUnion("name", [
	z.strictObject({ name: z.literal("find"), what: Text }),
	z.strictObject({ name: z.literal("expand"), id: Id }),
	z.strictObject({ name: z.literal("options"), id: Id }),
]);
export type PageLookup = z.infer<typeof PageLookup>;

/** Facts that must still hold of the target when the page is touched. */
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

/** A place in the viewport of a frame, CSS pixels. */
const Point = z.object({ x: z.number(), y: z.number() });

const envelope = { v: z.literal(1), id: z.string() };

/**
 * What the worker asks of the content script of one document. The schemas of this file are for the worker, which reads answers that share a
 * process with the page. The content script takes the types alone: it hears only its own extension, and the parser would outweigh it.
 */
export const PageCommand = z.discriminatedUnion("type", [
	/**
	 * Reads the document. `firstId` begins a block of ids, taken by one that has none or whose own are nearly full; `isAnew`: by one whose ids
	 * are another document's too, which forgets them.
	 */
	z.strictObject({ ...envelope, type: z.literal("page_read"), firstId: Id, isReset: z.literal(true).optional() }),
	/** Brings the text of the newest look within the room that its frames leave, in characters. */
	z.strictObject({ ...envelope, type: z.literal("page_fit"), cap: z.number(), extendedCap: z.number() }),
	z.strictObject({
		...envelope,
		type: z.literal("page_act"),
		actionId: z.string(),
		action: PageAction,
		docEpoch: z.string(),
		guard: PageGuard.optional(),
		clipboard: Text.optional(),
	}),
	z.strictObject({ ...envelope, type: z.literal("page_outcome"), actionId: z.string() }),
	/** Around real input: finds the places and begins to watch; the worker's input follows, then `page_input_end`. */
	z.strictObject({
		...envelope,
		type: z.literal("page_input_begin"),
		actionId: z.string(),
		action: PageAction,
		docEpoch: z.string(),
		guard: PageGuard.optional(),
	}),
	/** Whether the pointer came where the action that was begun takes place; answered at once when it did. */
	z.strictObject({ ...envelope, type: z.literal("page_pointer") }),
	z.strictObject({ ...envelope, type: z.literal("page_input_end"), actionId: z.string() }),
	/** Where places inside one of this document's frames are in this document; brings them into view and takes the mark aside. */
	z.strictObject({ ...envelope, type: z.literal("page_frame"), token: z.string(), from: Point.nullable(), to: Point.nullable() }),
	/** A piece of a file, base64; told again, it replaces itself. */
	z.strictObject({
		...envelope,
		type: z.literal("page_file"),
		file: z.strictObject({ id: z.string(), name: z.string(), type: z.string(), pieces: z.number().int().positive() }),
		piece: z.number().int().nonnegative(),
		data: z.string(),
	}),
	z.strictObject({ ...envelope, type: z.literal("page_lookup"), lookup: PageLookup, docEpoch: z.string() }),
	z.strictObject({ ...envelope, type: z.literal("page_activity"), firstId: Id, actedMsAgo: z.number().nonnegative() }),
	z.strictObject({ ...envelope, type: z.literal("page_overlay"), mood: z.enum(["working", "waiting"]) }),
	z.strictObject({ ...envelope, type: z.literal("page_overlay_hide") }),
]);
export type PageCommand = z.infer<typeof PageCommand>;
export type PageCommandType = PageCommand["type"];

/** The control an action is aimed at, as the page names it. */
const Target = z.object({ id: z.number().int(), role: z.string(), name: z.string() });

/**
 * What became of an action. `isOpen`: it may have happened, nobody saw how it ended. `isInert`: surely nothing was done, so there is nothing to
 * wait for. `code` and `message` explain a failure.
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
	/** `javascript:` addresses that its click is to open: the worker does it, and reports without them. */
	scripts: z.array(Text).max(4).optional(),
});
export type ActResult = z.infer<typeof ActResult>;

/** A document as text. `frames` are its frame elements, in order, with the token that was posted into each. */
export const PageReadReply = z.object({
	docEpoch: z.string(),
	url: z.string(),
	title: z.string(),
	/** As the browser understood it: under an address that ends in `.pdf` may stand a page, and a PDF under any. */
	contentType: z.string(),
	text: z.string(),
	/** Even collapsed it did not fit well. */
	isOverLimit: z.boolean(),
	/** First ids of the blocks that it numbers from. */
	blocks: z.array(Id).min(1),
	/** Controls without a number, since the blocks are full. */
	missingIds: z.number().int().nonnegative(),
	/** The token that the parent posted into this document, null before any. */
	token: z.string().nullable(),
	frames: z.array(z.object({ id: z.number().int(), token: z.string() })),
});
export type PageReadReply = z.infer<typeof PageReadReply>;

/**
 * Whether the document has come to rest, and what changed since the last action: counts, form and dropdown tell of the document that was acted in,
 * `hasChanged` of any. `hasLeft`: a navigation away has begun.
 */
export const ActivityReply = z.object({
	rest: z.enum(["waiting", "quiet", "capped"]),
	hasLeft: z.boolean(),
	addedCount: z.number().int(),
	removedCount: z.number().int(),
	hasFormChange: z.boolean(),
	hasNetwork: z.boolean(),
	hasChanged: z.boolean(),
	dropdownDetected: z.boolean(),
});
export type ActivityReply = z.infer<typeof ActivityReply>;

/** The places of an action that real input follows, and the frame's own token, null in the top document; or why it must not. */
const PlacesReply = z.union([
	z.object({ ready: z.literal(true), from: Point.nullable(), to: Point.nullable(), token: z.string().nullable() }),
	ActResult,
]);
export type PlacesReply = z.infer<typeof PlacesReply>;

/** The data of each command's reply. */
export const pageReplies = {
	page_read: PageReadReply,
	/** null: the text of the look stands. */
	page_fit: z.object({ text: z.string(), isOverLimit: z.boolean() }).nullable(),
	page_act: ActResult,
	page_outcome: z.discriminatedUnion("state", [
		z.object({ state: z.literal("unknown") }),
		z.object({ state: z.literal("begun") }),
		z.object({ state: z.literal("done"), result: ActResult }),
	]),
	page_input_begin: PlacesReply,
	page_frame: PlacesReply,
	/** null: no pointer was heard, as where the page keeps it to itself. */
	page_pointer: z.boolean().nullable(),
	page_input_end: ActResult,
	page_file: z.object({}),
	page_lookup: ActResult,
	page_activity: ActivityReply,
	/** How often the page has removed the mark. */
	page_overlay: z.object({ removals: z.number().int() }),
	page_overlay_hide: z.object({}),
} satisfies Record<PageCommandType, z.ZodType>;
export type PageReply<T extends PageCommandType> = z.infer<(typeof pageReplies)[T]>;

/** The envelope of every reply of a page. */
export const PageEnvelope = z.discriminatedUnion("ok", [
	z.object({ id: z.string(), ok: z.literal(true), data: z.unknown() }),
	z.object({ id: z.string(), ok: z.literal(false), error: z.object({ code: z.string(), message: z.string() }) }),
]);
export type PageEnvelope = z.infer<typeof PageEnvelope>;

/** What a page may tell the worker: only that the person clicked the mark. Harmless when forged. */
export const PageNotice = z.discriminatedUnion("type", [
	z.strictObject({ type: z.literal("overlay_stop") }),
	z.strictObject({ type: z.literal("overlay_open") }),
]);
export type PageNotice = z.infer<typeof PageNotice>;
