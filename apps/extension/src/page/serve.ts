import { focusedElement } from "@webhand/page/act/dom/focus";
import { refuse, waitUntil } from "@webhand/page/act/outcome";
import { createFiles } from "@webhand/page/act/upload";
import type { Target } from "@webhand/page/execute/execute-action";
import { act, begin, focusMoved, withReadBack } from "@webhand/page/execute/execute-action";
import type { ActResult, PageReadReply } from "@webhand/page/execute/page-action";
import type { PageReader, TypedSecrets } from "@webhand/page/execute/page-reader";
import { createPageReader } from "@webhand/page/execute/page-reader";
import type { Watch } from "@webhand/page/execute/trusted-input";
import { hidingBadge, watchInput } from "@webhand/page/execute/trusted-input";
import { browser } from "wxt/browser";
import { createActionRegister } from "./action-register.ts";
import { createActivityOverlay } from "./activity-overlay.ts";
import { tellOfElsewhere } from "./elsewhere.ts";
import { placesAroundFrame } from "./frame-position.ts";
import { createFrameTokens, listenForFrameToken } from "./frame-token.ts";
import { serveLogin } from "./login/login.ts";
import type { PageCommand, PageEnvelope, PictureFacts, PlacesReply } from "./messages.ts";
import { pictureFacts } from "./picture.ts";
import type { Recorder } from "./record/recorder.ts";
import { createRecorder } from "./record/recorder.ts";

/** Chrome delivers a moved pointer with its next frame. */
const pointerMs = 150;
const startedKey = Symbol.for("webhand.page");

/** Serves the worker in this document. A second injection leaves the first one alone. */
export function startPage(): void {
	const world = globalThis as { [startedKey]?: () => boolean };
	if (world[startedKey]?.() === true) return;
	// After an update of the extension the old script is still there, cut off from the new worker.
	world[startedKey] = () => browser.runtime?.id !== undefined;
	const serve = createPageServer(tellOfElsewhere());
	browser.runtime.onMessage.addListener((raw: unknown, sender, sendResponse) => {
		if (sender.id !== browser.runtime.id || sender.tab !== undefined) return;
		if (!isCommand(raw)) return;
		void answer(serve, raw).then(sendResponse);
		return true;
	});
}

/** Chrome guarantees the sender; the envelope tells a worker of another version. */
function isCommand(raw: unknown): raw is PageCommand {
	return typeof raw === "object" && raw !== null && "v" in raw && raw.v === 1 && "type" in raw && typeof raw.type === "string";
}

type PageServer = ReturnType<typeof createPageServer>;

async function answer(serve: PageServer, command: PageCommand): Promise<PageEnvelope> {
	const { id } = command;
	try {
		return { id, ok: true, data: await serve(command) };
	} catch (error) {
		return { id, ok: false, error: { code: "PAGE_ERROR", message: error instanceof Error ? error.message : String(error) } };
	}
}

/** The state of one document's content script. @param beginReading is told of each reading */
function createPageServer(beginReading: () => void) {
	const overlay = createActivityOverlay();
	const register = createActionRegister();
	const token = listenForFrameToken();
	const frameTokens = createFrameTokens();
	const typed: TypedSecrets = { texts: new Set(), fields: new WeakSet() };
	let reader: PageReader | undefined;
	const files = createFiles();
	let input: RealInput | undefined;
	let freeFrame: (() => void) | undefined;
	let recorder: Recorder | undefined;
	const readerFrom = (firstId: number): PageReader => {
		reader ??= createPageReader(firstId, { isOwn: overlay.isOwn, typed });
		return reader;
	};
	const readBy = (known: PageReader, spareBlock: number, isNear = false): PageReadReply => {
		const { frames, tree: _, ...text } = known.read(spareBlock, isNear ? { shouldRead: () => false } : {});
		return { ...text, token: token.get(), frames: frames.map(({ id, element }) => ({ id, token: frameTokens.of(element) })) };
	};
	const record = (known: PageReader): Recorder =>
		createRecorder({
			reader: known,
			// The person's press waits for this reading, and what they press is in view.
			read: () => readBy(known, 0, true),
			outline: overlay.outline,
			// After an update of the extension nobody listens.
			send: (notice) => void (browser.runtime?.id === undefined ? undefined : browser.runtime.sendMessage(notice).catch(() => undefined)),
		});
	const stopRecording = () => {
		recorder?.stop();
		recorder = undefined;
	};
	const knownReader = (docEpoch: string) => (reader?.docEpoch === docEpoch ? reader : undefined);
	// Chrome keeps a page that is left, and shows it again as it was; its task may be over by then.
	addEventListener("pagehide", ({ isTrusted }) => {
		if (!isTrusted) return;
		overlay.hide();
		stopRecording();
	});
	const releaseFrame = () => {
		freeFrame?.();
		freeFrame = undefined;
	};

	return async (command: PageCommand): Promise<unknown> => {
		switch (command.type) {
			case "page_read": {
				beginReading();
				// A new reading means that nobody will end input that is still under way.
				input?.end();
				releaseFrame();
				if (command.isReset === true) {
					stopRecording();
					reader?.stop();
					reader = undefined;
				}
				return readBy(readerFrom(command.firstId), command.firstId);
			}
			case "page_fit":
				return reader?.refit(command) ?? null;
			case "page_act": {
				const known = knownReader(command.docEpoch);
				if (known === undefined) return notSeen;
				if (command.guard?.sensitive === "user_value" && command.action.name === "setValue") typed.texts.add(command.action.text);
				return register.once(command.actionId, () =>
					overlay.withoutBadge(() => act(known, { ...command, fileOf: files.give, outline: overlay.outline })),
				);
			}
			case "page_outcome":
				return register.outcomeOf(command.actionId);
			case "page_file":
				files.take(command);
				return {};
			case "page_input_begin": {
				const known = knownReader(command.docEpoch);
				if (known === undefined) return notSeen;
				if (command.guard?.sensitive === "user_value" && command.action.name === "setValue") typed.texts.add(command.action.text);
				if (!register.begin(command.actionId)) return begunBefore;
				// Input left over from a dead worker must not hide the badge.
				input?.end();
				input = undefined;
				const { found: begun, free } = await hidingBadge(overlay.hideBadge, () => begin(known, command));
				if ("success" in begun) {
					register.finish(command.actionId, begun);
					return begun;
				}
				const watch = watchInput(begun.reach);
				const end = () => {
					watch.end();
					free();
				};
				input = { ...watch, actionId: command.actionId, reader: known, target: begun.target, end };
				overlay.outline(begun.target.element);
				return { ready: true, ...begun.places, token: token.get() } satisfies PlacesReply;
			}
			case "page_frame": {
				const frame = frameTokens.frameOf(command.token);
				if (frame === null) return refuse("STALE_ELEMENT", "The frame no longer exists");
				if (command.from === null && focusedElement() !== frame) return focusMoved;
				releaseFrame();
				const { found: places, free } = await hidingBadge(overlay.hideBadge, () => placesAroundFrame(frame, command));
				if ("success" in places) return places;
				// Trusted input would press the overlay's button or what the page puts over the frame.
				// A key that arrives out here missed the frame.
				const watch = watchInput({
					from: places.from,
					target: frame,
					refusalOfPress: () => null,
					refusalOfKey: () => focusMoved,
					isAwaitingKeys: false,
				});
				freeFrame = () => {
					watch.end();
					free();
				};
				return { ready: true, ...places, token: token.get() } satisfies PlacesReply;
			}
			case "page_pointer":
				await waitUntil(() => input?.isPointedAt() === true, pointerMs);
				return input?.isPointedAt() ?? null;
			case "page_input_end": {
				if (input?.actionId !== command.actionId) return begunBefore;
				const { reader: known, target, misdirected, end } = input;
				input = undefined;
				end();
				known.end();
				const result = withReadBack(known, target, misdirected() ?? { success: true });
				register.finish(command.actionId, result);
				return result;
			}
			case "page_picture": {
				const known = knownReader(command.docEpoch);
				if (known === undefined) return null;
				return { ...pictureFacts(known, frameTokens.ofPicture), token: await token.ofPicture() } satisfies PictureFacts;
			}
			case "page_lookup":
				return knownReader(command.docEpoch)?.lookUp(command.lookup) ?? notSeen;
			case "page_activity":
				return readerFrom(command.firstId).activity(command.actedMsAgo);
			case "page_overlay":
				releaseFrame();
				return { removals: window.parent === window ? overlay.show(command) : 0 };
			case "page_login":
				return serveLogin(command, typed);
			case "page_record":
				if (command.state === "off") stopRecording();
				else if (reader === undefined) return false;
				else {
					recorder ??= record(reader);
					recorder.pick(command.state === "picking");
				}
				return true;
			case "page_overlay_hide":
				overlay.hide();
				reader?.stop();
				return {};
		}
	};
}

const notSeen = refuse("STALE_ELEMENT", "The page has changed to another one");

const begunBefore: ActResult = { success: false, isOpen: true, code: "OUTCOME_UNKNOWN", message: "It is being done already" };

/** Trusted input under way, until `page_input_end`. */
type RealInput = Watch & { readonly actionId: string; readonly reader: PageReader; readonly target: Target };
