import type { Browser, CDPSession, Page } from "playwright-core";
import type { Ours } from "./inside/ours.ts";

/** Code of each side; `pageAgent` undefined where that peer is not installed. */
export type Scripts = { readonly ours: string; readonly pageAgent: string | undefined };

/** Where a page comes from: text of its own, or a file. */
export type PageSource = { readonly name: string; readonly html: string } | { readonly name: string; readonly url: string };

/** One way to read a tab: text as it would be sent to a model. */
export type Side = {
	readonly name: "ours" | "Playwright" | "page-agent";
	readonly read: (timeoutMs: number) => Promise<string>;
	/** Undoes what reading left in the page; not measured. */
	readonly clean: () => Promise<unknown>;
};

/** A page with all sides ready to read it, in the same tab. */
export type Tab = {
	readonly sides: readonly Side[];
	readonly settle: () => Promise<unknown>;
	readonly elementCount: () => Promise<number>;
	/** Controls that the browser itself shows to assistive technology, with our number of each (0: none). Those nobody sees are left out. */
	readonly browserControls: () => Promise<readonly { readonly id: number; readonly html: string }[]>;
	readonly close: () => Promise<void>;
};

const widgetRoles: ReadonlySet<string> = new Set(
	"button link checkbox radio textbox searchbox combobox listbox option slider spinbutton switch tab menuitem menuitemcheckbox menuitemradio treeitem DisclosureTriangle".split(
		" ",
	),
);
const perCall = 400;

async function openWorld(session: CDPSession, name: string, script: string): Promise<World> {
	const { frameTree } = await session.send("Page.getFrameTree");
	const { executionContextId } = await session.send("Page.createIsolatedWorld", { frameId: frameTree.frame.id, worldName: name });
	const evaluate: World["evaluate"] = async (expression) => {
		const reply = await session.send("Runtime.evaluate", {
			expression,
			contextId: executionContextId,
			returnByValue: true,
			awaitPromise: true,
		});
		if (reply.exceptionDetails !== undefined) throw new Error(reply.exceptionDetails.exception?.description ?? reply.exceptionDetails.text);
		return reply.result.value;
	};
	await evaluate(script);
	return { evaluate, executionContextId };
}

type World = { readonly evaluate: (expression: string) => Promise<unknown>; readonly executionContextId: number };

async function within<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
	const { promise, reject } = Promise.withResolvers<never>();
	const timer = setTimeout(() => reject(new Error(`no answer in ${timeoutMs} ms`)), timeoutMs);
	try {
		return await Promise.race([work, promise]);
	} finally {
		clearTimeout(timer);
	}
}

/** @throws Error when the page cannot be opened @source page.md §11 */
export async function openTab(browser: Browser, source: PageSource, scripts: Scripts): Promise<Tab> {
	const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
	if ("html" in source) await page.setContent(source.html);
	else await page.goto(source.url, { waitUntil: "load" });
	const session = await page.context().newCDPSession(page);
	const own = await openWorld(session, "webhand", scripts.ours);
	const ours: Side = {
		name: "ours",
		read: async (timeoutMs) => ((await within(own.evaluate("ours.look()"), timeoutMs)) as ReturnType<Ours["look"]>).text,
		clean: async () => undefined,
	};
	const playwright: Side = {
		name: "Playwright",
		read: async (timeout) => page.ariaSnapshot({ mode: "ai", timeout }),
		clean: async () => undefined,
	};
	const sides = [ours, playwright, ...(await pageAgentSide(session, scripts.pageAgent))];
	return {
		sides,
		settle: async () => own.evaluate("ours.settle()"),
		elementCount: async () => Number(await own.evaluate("ours.elementCount()")),
		browserControls: async () => controlsOf(session, own),
		close: async () => closeTab(page),
	};
}

async function pageAgentSide(session: CDPSession, script: string | undefined): Promise<readonly Side[]> {
	if (script === undefined) return [];
	const world = await openWorld(session, "page-agent", script);
	return [
		{
			name: "page-agent",
			read: async (timeoutMs) => String(await within(world.evaluate("pageAgent.look()"), timeoutMs)),
			clean: async () => world.evaluate("pageAgent.clean()"),
		},
	];
}

/** A page that a reader keeps busy does not close by itself. */
async function closeTab(page: Page): Promise<void> {
	await page.close({ runBeforeUnload: false });
}

async function controlsOf(session: CDPSession, { executionContextId }: World): ReturnType<Tab["browserControls"]> {
	const { nodes } = await session.send("Accessibility.getFullAXTree");
	const wanted = nodes.filter(({ ignored, role, properties }) => {
		if (ignored || role?.value === "RootWebArea") return false;
		const isFocusable = properties?.some(({ name, value }) => name === "focusable" && value.value === true) ?? false;
		return isFocusable || widgetRoles.has(String(role?.value));
	});
	const backendIds = wanted.flatMap(({ backendDOMNodeId }) => (backendDOMNodeId === undefined ? [] : [backendDOMNodeId]));
	const found: { id: number; html: string }[] = [];
	for (let at = 0; at < backendIds.length; at += perCall) {
		const objects = await Promise.all(
			backendIds.slice(at, at + perCall).map(async (backendNodeId) => {
				const { object } = await session.send("DOM.resolveNode", { backendNodeId, executionContextId });
				return object.objectId === undefined ? [] : [{ objectId: object.objectId }];
			}),
		);
		const { result } = await session.send("Runtime.callFunctionOn", {
			functionDeclaration:
				"function(...nodes) { return ours.numbersOf(...nodes.filter((node) => node.nodeType === 1 && node.localName !== 'option')); }",
			executionContextId,
			arguments: objects.flat(),
			returnByValue: true,
		});
		found.push(...(result.value as ReturnType<Ours["numbersOf"]>).filter((control) => control !== null));
	}
	return found;
}
