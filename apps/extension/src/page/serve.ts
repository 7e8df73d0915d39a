import { browser } from "wxt/browser";
import { takeScriptAddresses } from "./act/dom/activation.ts";
import { focusedElement, focusIn } from "./act/dom/focus.ts";
import { real } from "./act/dom/real.ts";
import { fail, refuse } from "./act/outcome.ts";
import type { Cast, Places } from "./act/perform.ts";
import { idsOf, perform, placesOf } from "./act/perform.ts";
import { createFiles } from "./act/upload.ts";
import { fieldOf } from "./act/value.ts";
import { readBack, toldState } from "./effects.ts";
import { createFrameToken, createFrameWords } from "./frame-token.ts";
import { fills, refusalOf } from "./guard.ts";
import { createMark } from "./mark.ts";
import type { ActResult, LookReply, PageCommand, PageEnvelope, PlacesReply } from "./messages.ts";
import type { Reach, Watch } from "./real-input.ts";
import { asideFor, watchInput } from "./real-input.ts";
import { createRegister } from "./register.ts";
import type { Sight } from "./sight.ts";
import { createSight } from "./sight.ts";
import { placesThrough } from "./trusted.ts";

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

/** The content script of one document: what it knows ends with it. @source extension.md §3, §5 */
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
				const { frames, ...look } = sightFrom(command.firstId).look();
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
				input = { actionId: command.actionId, sight: seen, target: begun.target, strayed: watch.strayed, end };
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
				return sightFrom(command.firstId).age();
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

const lostFocus = fail("NOT_TAKEN", "The page moved the focus elsewhere at the last moment");

const begunBefore: ActResult = { success: false, isOpen: true, code: "OUTCOME_UNKNOWN", message: "It is being done already" };

/** An element found anew, with what the page calls it. */
type Target = { readonly element: Element | null; readonly isSecret: boolean; readonly named: Pick<ActResult, "target"> };

/** Real input that is under way, until `page_end`. */
type RealInput = Pick<Watch, "strayed" | "end"> & { readonly actionId: string; readonly sight: Sight; readonly target: Target };

type Order = Pick<Extract<PageCommand, { type: "page_act" }>, "action" | "guard">;

/** The last look: it can only refuse. From here on, what happens in the page counts as the action's doing. */
function look(sight: Sight, { action, guard }: Order): { readonly target: Target; readonly second: Element | null } | ActResult {
	const ids = idsOf(action);
	const target = ids.target === undefined ? null : sight.find(ids.target, guard);
	const second = ids.second === undefined ? null : sight.find(ids.second, undefined);
	if (target !== null && "success" in target) return target;
	if (second !== null && "success" in second) return second;
	const named = target === null ? {} : { target: { id: target.id, role: target.facts.role, name: target.facts.name } };
	const element = target?.element ?? null;
	const field = fieldOfAction(action, element);
	const isSecret = target?.facts.isSensitive === true || (field !== element && isSensitive(sight, field));
	const isFilling = fills(action, guard);
	const refusal = target === null ? null : refusalOf(guard, { ...target.facts, isSensitive: isSecret }, isFilling);
	if (refusal !== null) return { ...refuse(refusal.code, refusal.message), ...named };
	if (target === null && isSecret && isFilling) return refuse("SENSITIVE_FIELD", "Only the person fills in this field");
	return { target: { element, isSecret, named }, second: second?.element ?? null };
}

/** A value goes to the field inside its target, a key to what has the focus there, and without a target to what has it at all. */
function fieldOfAction(action: Order["action"], target: Element | null): Element | null {
	if (action.name === "setValue" && target !== null) return fieldOf(target);
	if (action.name !== "press") return null;
	return target === null ? focusedElement() : (focusIn(target) ?? fieldOf(target));
}

function isSensitive(sight: Sight, field: Element | null): boolean {
	if (field === null) return false;
	if (field instanceof HTMLInputElement && field.type === "password") return true;
	const isField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement || sight.idOf(field) !== undefined;
	return isField && sight.isSecret(field);
}

/** An element may pass the focus on when it gets it, or the page may: so the field that keys reach is judged once more, right before them. */
function refusalAtOf(sight: Sight, { action, guard }: Order): Cast["refusalAt"] {
	const isJudged = fills(action, guard) && guard?.sensitive !== "user_value";
	return (place) => (isJudged && isSensitive(sight, place) ? fail("SENSITIVE_FIELD", "Only the person fills in this field") : null);
}

type Tools = Pick<Cast, "fileOf"> & { readonly clipboard?: string | undefined; readonly outline: (target: Element | null) => void };

/** The last look, then the deed, then what became of it. */
async function act(sight: Sight, command: Order & Tools): Promise<ActResult> {
	const seen = look(sight, command);
	if ("success" in seen) return seen;
	const { target, second } = seen;
	sight.begin(target.element);
	const download = command.action.name === "click" ? downloadOf(target.element) : undefined;
	command.outline(target.element);
	const { clipboard, fileOf } = command;
	const refusalAt = refusalAtOf(sight, command);
	takeScriptAddresses();
	const result = withScripts(await perform(command.action, { target: target.element, second, clipboard, fileOf, refusalAt }));
	sight.end();
	// It may have been scrolled into view meanwhile.
	if (result.isInert !== true) command.outline(target.element);
	if (result.isInert === true) return { ...result, ...target.named };
	const told = download === undefined ? result : { ...result, actualState: { ...result.actualState, download } };
	return witnessed(sight, target, told);
}

const longestScript = 20_000;
/** As many as the reply has room for. */
const mostScripts = 4;

/** What the click of a link or form that is a script has still to do. */
function withScripts(result: ActResult): ActResult {
	const scripts = takeScriptAddresses();
	if (scripts.length === 0) return result;
	const isOurs = scripts.length <= mostScripts && scripts.every(({ url, isHere }) => isHere && url.length <= longestScript);
	return isOurs ? { ...result, scripts: scripts.map(({ url }) => url) } : elsewhere;
}

/** The click itself was done: what listens for it has run. */
const elsewhere: ActResult = {
	success: false,
	isOpen: true,
	code: "OUTCOME_UNKNOWN",
	message: "It was clicked, but it is a script for another window or of many links, which a click of ours cannot start",
};

/** The file that a link saves instead of showing it. */
function downloadOf(element: Element | null): string | undefined {
	const link = element === null ? null : real(element).closest("a[download]");
	if (!(link instanceof HTMLAnchorElement)) return undefined;
	return link.download === "" ? (URL.parse(link.href)?.pathname.split("/").at(-1) ?? "file") : link.download;
}

/** The last look, the places and what they may reach, for input that the worker makes. */
function begin(sight: Sight, command: Order): { readonly places: Places; readonly target: Target; readonly reach: Reach } | ActResult {
	const seen = look(sight, command);
	if ("success" in seen) return seen;
	const { target, second } = seen;
	const refusalAt = refusalAtOf(sight, command);
	const places = placesOf(command.action, { target: target.element, second, refusalAt });
	if ("success" in places) return { ...places, ...target.named };
	const focused = focusedElement();
	const isKey = command.action.name === "press";
	const refusalOfKey: Reach["refusalOfKey"] = (kind) => {
		const place = focusedElement();
		if (isKey && kind === "struck" && place !== focused) return lostFocus;
		return place === null ? null : refusalAt(place);
	};
	sight.begin(target.element);
	return {
		places,
		target,
		reach: { from: places.from, target: target.element, refusalOfKey, isAwaitingKeys: isKey || command.action.name === "setValue" },
	};
}

/** The result, with what is read back from the page. */
function witnessed(sight: Sight, { element, isSecret, named }: Target, result: ActResult): ActResult {
	const seen = readBack(element, { isSecret, idOf: sight.idOf, writtenIn: sight.writtenIn });
	return { ...result, ...named, actualState: toldState(seen, result.actualState, isSecret) };
}
