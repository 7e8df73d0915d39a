import { browser } from "wxt/browser";
import { refuse } from "./act/outcome.ts";
import { idsOf, perform } from "./act/perform.ts";
import { readBack } from "./effects.ts";
import { createFrameToken, createFrameWords } from "./frame-token.ts";
import { refusalOf } from "./guard.ts";
import { createMark } from "./mark.ts";
import type { ActResult, LookReply, PageCommand, PageEnvelope } from "./messages.ts";
import { createRegister } from "./register.ts";
import type { Sight } from "./sight.ts";
import { createSight } from "./sight.ts";

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
	const wordOf = createFrameWords();
	let sight: Sight | undefined;
	const sightFrom = (firstId: number): Sight => {
		sight ??= createSight(firstId, mark.isOwn);
		return sight;
	};

	return async (command: PageCommand): Promise<unknown> => {
		switch (command.type) {
			case "page_look": {
				const { frames, ...look } = sightFrom(command.firstId).look();
				const reply: LookReply = { ...look, token: token.get(), frames: frames.map(({ id, element }) => ({ id, token: wordOf(element) })) };
				return reply;
			}
			case "page_act": {
				const seen = sight;
				if (seen === undefined || seen.docEpoch !== command.docEpoch) return notSeen;
				return register.once(command.actionId, () => mark.aside(() => act(seen, command)));
			}
			case "page_acted":
				return register.recall(command.actionId);
			case "page_lookup":
				return sight === undefined || sight.docEpoch !== command.docEpoch ? notSeen : sight.lookUp(command.lookup);
			case "page_age":
				return sightFrom(command.firstId).age();
			case "page_mark":
				if (window.parent === window) mark.show(command.mood);
				return {};
			case "page_unmark":
				mark.hide();
				return {};
		}
	};
}

const notSeen = refuse("STALE_ELEMENT", "The page has changed to another one");

/** The last look, then the deed, then what became of it. */
async function act(sight: Sight, command: Extract<PageCommand, { type: "page_act" }>): Promise<ActResult> {
	const { action, guard, clipboard } = command;
	const ids = idsOf(action);
	const target = ids.target === undefined ? null : sight.find(ids.target, guard);
	const second = ids.second === undefined ? null : sight.find(ids.second, undefined);
	if (target !== null && "success" in target) return target;
	if (second !== null && "success" in second) return second;
	const named = target === null ? {} : { target: { id: target.id, role: target.facts.role, name: target.facts.name } };
	const refusal = target === null ? null : refusalOf(guard, target.facts, action.name === "setValue");
	if (refusal !== null) return { ...refuse(refusal.code, refusal.message), ...named };
	sight.begin(target?.element ?? null);
	const result = await perform(action, { target: target?.element ?? null, second: second?.element ?? null, clipboard });
	sight.end();
	if (result.isInert === true) return { ...result, ...named };
	const isSecret = target?.facts.isSensitive === true;
	const actualState = readBack(target?.element ?? null, { isSecret, idOf: sight.idOf });
	return { ...result, ...named, actualState: { ...actualState, ...result.actualState } };
}
