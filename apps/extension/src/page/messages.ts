import { ActivityReply, ActResult, FilePiece, PageAction, PageGuard, PageLookup, PageReadReply } from "@webhand/page/execute/page-action";
import { z } from "zod";
import { gestures } from "./gestures.ts";
import { recordedLimits } from "./record/limits.ts";

const Id = z.number().int().positive();
const Text = z.string().max(20_000);

/** In the viewport of a frame, CSS pixels. */
const Point = z.object({ x: z.number(), y: z.number() });

/** What a login fills in; the parts of `LoginPart` of the contracts. */
export const LoginPart = z.enum(["username", "password", "code"]);
export type LoginPart = z.infer<typeof LoginPart>;

const envelope = { v: z.literal(1), id: z.string() };

/**
 * The worker's commands to the content script of one document. The worker parses with these schemas; the content script takes the types
 * alone, since it hears only its own extension and zod would outweigh it.
 */
export const PageCommand = z.discriminatedUnion("type", [
	/**
	 * Reads the document. `firstId` offers a block of ids to a document without one, or with full ones. `isReset`: its ids belong to
	 * another document by now, so it starts over.
	 */
	z.strictObject({ ...envelope, type: z.literal("page_read"), firstId: Id, isReset: z.literal(true).optional() }),
	/** Shortens the newest text to the room that its frames leave, in characters. */
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
	/** Starts trusted input: finds the points and watches; `page_input_end` follows. */
	z.strictObject({
		...envelope,
		type: z.literal("page_input_begin"),
		actionId: z.string(),
		action: PageAction,
		docEpoch: z.string(),
		guard: PageGuard.optional(),
	}),
	/** True once the pointer arrived at the action's point. */
	z.strictObject({ ...envelope, type: z.literal("page_pointer") }),
	z.strictObject({ ...envelope, type: z.literal("page_input_end"), actionId: z.string() }),
	/** Converts points in one of this document's frames to points in this document. */
	z.strictObject({ ...envelope, type: z.literal("page_frame"), token: z.string(), from: Point.nullable(), to: Point.nullable() }),
	z.strictObject({ ...envelope, type: z.literal("page_file"), ...FilePiece.shape }),
	/** Where the numbers and the secrets of a picture stand now. */
	z.strictObject({ ...envelope, type: z.literal("page_picture"), docEpoch: z.string() }),
	z.strictObject({ ...envelope, type: z.literal("page_lookup"), lookup: PageLookup, docEpoch: z.string() }),
	z.strictObject({ ...envelope, type: z.literal("page_activity"), firstId: Id, actedMsAgo: z.number().nonnegative() }),
	z.strictObject({
		...envelope,
		type: z.literal("page_overlay"),
		state: z.enum(["working", "waiting"]),
		status: z.string(),
		button: z.string(),
	}),
	z.strictObject({ ...envelope, type: z.literal("page_overlay_hide") }),
	/** Listens to what the person does, after a `page_read`. `picking`: their next press shows a value to check, and does not reach the page. */
	/**
	 * A login of the vault, in a document of exactly this origin. `find` names the parts that it has a field for; `fill` types one, which is
	 * kept nowhere; `read` gives back what the person typed, for a person who pressed "Save this login".
	 */
	z.strictObject({
		...envelope,
		type: z.literal("page_login"),
		origin: z.string(),
		order: z.discriminatedUnion("do", [
			z.strictObject({ do: z.literal("find") }),
			z.strictObject({ do: z.literal("fill"), part: LoginPart, value: z.string().max(1_000) }),
			z.strictObject({ do: z.literal("read") }),
		]),
	}),
	z.strictObject({ ...envelope, type: z.literal("page_record"), state: z.enum(["off", "on", "picking"]) }),
]);
export type PageCommand = z.infer<typeof PageCommand>;
export type PageCommandType = PageCommand["type"];

/** The points for trusted input and the frame's own token (null in the top document), or a refusal. */
const PlacesReply = z.union([
	z.object({ ready: z.literal(true), from: Point.nullable(), to: Point.nullable(), token: z.string().nullable() }),
	ActResult,
]);
export type PlacesReply = z.infer<typeof PlacesReply>;

const Box = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });

/**
 * What is drawn on a picture of a document, and what is blanked, in CSS pixels of its window. `zoom`: of a pinch, whose visible part begins
 * at `left`, `top`. `inner`: where a frame's own document begins and how much larger it is shown, null where it is turned.
 */
export const PictureFacts = z.object({
	token: z.string().nullable(),
	window: z.object({
		width: z.number().positive(),
		height: z.number().positive(),
		zoom: z.number().positive(),
		left: z.number(),
		top: z.number(),
		scrollX: z.number(),
		scrollY: z.number(),
	}),
	numbered: z.array(z.object({ id: Id, box: Box })).max(300),
	secrets: z.array(Box).max(1_000),
	frames: z
		.array(
			z.object({
				token: z.string(),
				box: Box,
				inner: z.object({ x: z.number(), y: z.number(), across: z.number().positive(), down: z.number().positive() }).nullable(),
			}),
		)
		.max(500),
});
export type PictureFacts = z.infer<typeof PictureFacts>;

const LoginReply = z.object({
	parts: z.array(LoginPart),
	problem: z.string().optional(),
	typed: z.object({ username: z.string(), password: z.string() }).optional(),
});
export type LoginReply = z.infer<typeof LoginReply>;

export const pageReplies = {
	page_read: PageReadReply,
	/** null: the text stands as it is. */
	page_fit: z.object({ text: z.string(), isOverLimit: z.boolean() }).nullable(),
	page_act: ActResult,
	page_outcome: z.discriminatedUnion("state", [
		z.object({ state: z.literal("unknown") }),
		z.object({ state: z.literal("begun") }),
		z.object({ state: z.literal("done"), result: ActResult }),
	]),
	page_input_begin: PlacesReply,
	page_frame: PlacesReply,
	/** null: no pointer event arrived, as where the page stops its propagation. */
	page_pointer: z.boolean().nullable(),
	page_input_end: ActResult,
	page_file: z.object({}),
	/** null: it is another document than the one that was read. */
	page_picture: PictureFacts.nullable(),
	page_lookup: ActResult,
	page_activity: ActivityReply,
	/** How often the page removed the overlay. */
	page_overlay: z.object({ removals: z.number().int() }),
	page_overlay_hide: z.object({}),
	/** `parts` that have a field, or that were filled; `typed` by the person; `problem`: why nothing was done. */
	page_login: LoginReply,
	/** False: nothing of the document was read yet, or it is another one by now. */
	page_record: z.boolean(),
} satisfies Record<PageCommandType, z.ZodType>;
export type PageReply<T extends PageCommandType> = z.infer<(typeof pageReplies)[T]>;

/** The envelope of each reply. */
export const PageEnvelope = z.discriminatedUnion("ok", [
	z.object({ id: z.string(), ok: z.literal(true), data: z.unknown() }),
	z.object({ id: z.string(), ok: z.literal(false), error: z.object({ code: z.string(), message: z.string() }) }),
]);
export type PageEnvelope = z.infer<typeof PageEnvelope>;

/**
 * What a person did, from trusted events alone. A `fill` comes once, when its field is left; `text` null is a secret, of which nothing was
 * read. `focuses`: the press gave a field the focus, which may be all it was for. `isEmpty`: what was chosen has no value, as "Please choose".
 * `opened`: the click before opened the file picker.
 */
export const RecordedAct = z.discriminatedUnion("kind", [
	z.strictObject({
		kind: z.literal("click"),
		button: z.enum(["double", "right", "middle"]).optional(),
		focuses: z.literal(true).optional(),
	}),
	z.strictObject({ kind: z.literal("fill"), text: Text.nullable() }),
	z.strictObject({
		kind: z.literal("choose"),
		values: z.array(Text).max(recordedLimits.values),
		options: z.array(Text).max(recordedLimits.options),
		isEmpty: z.literal(true).optional(),
	}),
	/** `group`: of a radio button all of its group, in their order. */
	z.strictObject({ kind: z.literal("tick"), on: z.boolean(), group: z.array(Id).max(recordedLimits.radios).optional() }),
	z.strictObject({ kind: z.literal("press"), keys: z.string().min(1).max(100) }),
	z.strictObject({
		kind: z.literal("upload"),
		files: z.array(z.string().max(recordedLimits.fileName)).max(recordedLimits.files),
		opened: z.boolean(),
	}),
	/** A value to check; null where it is a secret or nothing stands there. */
	z.strictObject({ kind: z.literal("pick"), text: Text.nullable() }),
]);
export type RecordedAct = z.infer<typeof RecordedAct>;

/**
 * What a page may tell the worker: a click on the overlay, a file that it saves, what Chrome did not grant. Harmless when forged: the
 * page could say the same in its text.
 */
export const PageNotice = z.discriminatedUnion("type", [
	z.strictObject({ type: z.literal("overlay_stop") }),
	z.strictObject({ type: z.literal("overlay_open") }),
	z.strictObject({ type: z.literal("download_began"), name: z.string().max(255) }),
	/** `url` of a window; "" for none. */
	z.strictObject({ type: z.literal("gesture_needed"), what: z.enum(gestures), url: z.string().max(4_000) }),
	/** `ids`: the controls that were hit, innermost first; `page`: the document right before. The person sees the step that it becomes. */
	z.strictObject({
		type: z.literal("recorded"),
		act: RecordedAct,
		ids: z.array(Id).max(recordedLimits.ids),
		page: PageReadReply,
	}),
]);
export type PageNotice = z.infer<typeof PageNotice>;
