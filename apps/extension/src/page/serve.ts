import { browser } from "wxt/browser";
import { focusedElement } from "./act/dom/focus.ts";
import { refuse, waitUntil } from "./act/outcome.ts";
import { createFiles } from "./act/upload.ts";
import type { Target } from "./execute-action.ts";
import { act, begin, lostFocus, witnessed } from "./execute-action.ts";
import { createFrameToken, createFrameWords } from "./frame-token.ts";
import { createMark } from "./activity-overlay.ts";
import type { ActResult, LookReply, PageCommand, PageEnvelope, PlacesReply } from "./messages.ts";
import type { Watch } from "./trusted-input.ts";
import { asideFor, watchInput } from "./trusted-input.ts";
import { createRegister } from "./action-register.ts";
import type { Sight } from "./page-reader.ts";
import { createSight } from "./page-reader.ts";
import { placesThrough } from "./frame-position.ts";

/** Chrome hands a moved pointer on with the next picture that it draws. */
const pointerMs = 150;
const startedKey = Symbol.for("webhand.page");

/** Serves the worker in this document; a second injection finds the first one alive and leaves it alone. */
export function startPage(): void {
	const world = globalThis as { [startedKey]?: () => boolean };
	if (world[startedKey]?.() === true) return;
	// After an update of the extension the old script is still there, cut off from the new worker.
	world[startedKey] = () => browser.runtime?.id !== undefined;
	const page = createPage();
	browser.runtime.onMessage.addListener((raw: unknown, sender, sendResponse) => {
		if (sender.id !== browser.runtime.id || sender.tab !== undefined) return;
		if (!isCommand(raw)) return;
		void answer(page, raw).then(sendResponse);
		return true;
	});
}

/** Chrome says that our own worker sent it; a worker of another version is told apart by its envelope. */
function isCommand(raw: unknown): raw is PageCommand {
	return typeof raw === "object" && raw !== null && "v" in raw && raw.v === 1 && "type" in raw && typeof raw.type === "string";
}

type PageServer = ReturnType<typeof createPage>;

async function answer(page: PageServer, command: PageCommand): Promise<PageEnvelope> {
	const { id } = command;
	try {
		return { id, ok: true, data: await page(command) };
	} catch (error) {
		return { id, ok: false, error: { code: "PAGE_ERROR", message: error instanceof Error ? error.message : String(error) } };
	}
}

/** The content script of one document: what it knows ends with it. */
function createPage() {
	const mark = createMark();
	const register = createRegister();
	const token = createFrameToken();
	const words = createFrameWords();
	let sight: Sight | undefined;
	const files = createFiles();
	let input: RealInput | undefined;
	let freeFrame: (() => void) | undefined;
	const sightFrom = (firstId: number): Sight => {
		sight ??= createSight(firstId, mark.isOwn);
		return sight;
	};

	return async (command: PageCommand): Promise<unknown> => {
		switch (command.type) {
			case "page_look": {
				// Input that is still under way by now has nobody who will end it.
				input?.end();
				freeFrame?.();
				freeFrame = undefined;
				if (command.isAnew === true) {
					sight?.rest();
					sight = undefined;
				}
				const { frames, ...look } = sightFrom(command.firstId).look(command.firstId);
				const reply: LookReply = {
					...look,
					token: token.get(),
					frames: frames.map(({ id, element }) => ({ id, token: words.of(element) })),
				};
				return reply;
			}
			case "page_fit":
				return sight?.refit(command) ?? null;
			case "page_act": {
				const seen = sight;
				if (seen === undefined || seen.docEpoch !== command.docEpoch) return notSeen;
				return register.once(command.actionId, () =>
					mark.aside(() => act(seen, { ...command, fileOf: files.give, outline: mark.outline })),
				);
			}
			case "page_acted":
				return register.recall(command.actionId);
			case "page_file":
				files.take(command);
				return {};
			case "page_begin": {
				const seen = sight;
				if (seen === undefined || seen.docEpoch !== command.docEpoch) return notSeen;
				if (!register.begin(command.actionId)) return begunBefore;
				// One that nobody ended, as when its worker died, must not keep the mark away.
				input?.end();
				input = undefined;
				const { found: begun, free } = await asideFor(mark.stepAside, () => begin(seen, command));
				if ("success" in begun) {
					register.finish(command.actionId, begun);
					return begun;
				}
				const watch = watchInput(begun.reach);
				const end = () => {
					watch.end();
					free();
				};
				input = { ...watch, actionId: command.actionId, sight: seen, target: begun.target, end };
				mark.outline(begun.target.element);
				return { ready: true, ...begun.places, token: token.get() } satisfies PlacesReply;
			}
			case "page_frame": {
				const frame = words.frameOf(command.token);
				if (frame === null) return refuse("STALE_ELEMENT", "The frame is not there any more");
				if (command.from === null && focusedElement() !== frame) return lostFocus;
				freeFrame?.();
				freeFrame = undefined;
				const { found: places, free } = await asideFor(mark.stepAside, () => placesThrough(frame, command));
				if ("success" in places) return places;
				// What is real would press the mark's button, or what the page puts over the frame, until the mark is shown anew.
				// A key that is heard out here has missed the frame.
				const watch = watchInput({ from: places.from, target: frame, refusalOfKey: () => lostFocus, isAwaitingKeys: false });
				freeFrame = () => {
					watch.end();
					free();
				};
				return { ready: true, ...places, token: token.get() } satisfies PlacesReply;
			}
			case "page_pointed":
				await waitUntil(() => input?.isPointedAt() === true, pointerMs);
				return input?.isPointedAt() ?? null;
			case "page_end": {
				if (input?.actionId !== command.actionId) return begunBefore;
				const { sight: seen, target, strayed, end } = input;
				input = undefined;
				end();
				seen.end();
				const result = witnessed(seen, target, strayed() ?? { success: true });
				register.finish(command.actionId, result);
				return result;
			}
			case "page_lookup":
				return sight === undefined || sight.docEpoch !== command.docEpoch ? notSeen : sight.lookUp(command.lookup);
			case "page_age":
				return sightFrom(command.firstId).age(command.actedMsAgo);
			case "page_mark":
				freeFrame?.();
				freeFrame = undefined;
				return { removals: window.parent === window ? mark.show(command.mood) : 0 };
			case "page_unmark":
				mark.hide();
				sight?.rest();
				return {};
		}
	};
}

const notSeen = refuse("STALE_ELEMENT", "The page has changed to another one");

const begunBefore: ActResult = { success: false, isOpen: true, code: "OUTCOME_UNKNOWN", message: "It is being done already" };

/** Real input that is under way, until `page_end`. */
type RealInput = Watch & { readonly actionId: string; readonly sight: Sight; readonly target: Target };
