import type { Browser, CDPSession, Page } from "playwright-core";
import type { Ours } from "./inside/ours.ts";
import type { World } from "./isolated-world.ts";
import { findWorld, openWorld } from "./isolated-world.ts";
import type { Naming } from "./recall.ts";
import { namings, recallOf } from "./recall.ts";
import type { Recall, SideName } from "./results.ts";

/** The code of each side; `pageAgent` undefined if that peer is not installed. */
export type Scripts = { readonly ours: string; readonly pageAgent: string | undefined };

/** A page as HTML or as the address of a file. */
export type PageSource = { readonly name: string; readonly html: string } | { readonly name: string; readonly url: string };

/** One reader of a tab. */
export type Side = {
	readonly name: SideName;
	readonly read: (timeoutMs: number) => Promise<string>;
	/** Undoes what reading left in the page; not measured. */
	readonly clean: () => Promise<unknown>;
};

/** A page with all readers. */
export type Tab = {
	readonly sides: readonly Side[];
	readonly settle: () => Promise<unknown>;
	readonly elementCount: () => Promise<number>;
	/** @param texts what each side read last */
	readonly recall: (texts: ReadonlyMap<SideName, string>) => Promise<Recall>;
	readonly close: () => Promise<void>;
};

async function within<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
	const { promise, reject } = Promise.withResolvers<never>();
	const timer = setTimeout(() => reject(new Error(`no answer in ${timeoutMs} ms`)), timeoutMs);
	try {
		return await Promise.race([work, promise]);
	} finally {
		clearTimeout(timer);
	}
}

/** @throws Error if the page cannot be opened */
export async function openTab(browser: Browser, source: PageSource, scripts: Scripts): Promise<Tab> {
	const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
	if ("html" in source) await page.setContent(source.html);
	else await page.goto(source.url, { waitUntil: "load" });
	const session = await page.context().newCDPSession(page);
	const own = await openWorld(session, "webhand", scripts.ours);
	const peer = scripts.pageAgent === undefined ? undefined : await openWorld(session, "page-agent", scripts.pageAgent);
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
	return {
		sides: [ours, playwright, ...(peer === undefined ? [] : [pageAgentSide(peer)])],
		settle: async () => own.evaluate("ours.settle()"),
		elementCount: async () => Number(await own.evaluate("ours.elementCount()")),
		recall: async (texts) => recallOf(session, own, await namingsOf(session, texts, { ours: own, "page-agent": peer })),
		close: async () => closeTab(page),
	};
}

function pageAgentSide(world: World): Side {
	return {
		name: "page-agent",
		read: async (timeoutMs) => String(await within(world.evaluate("pageAgent.look()"), timeoutMs)),
		clean: async () => world.evaluate("pageAgent.clean()"),
	};
}

/** Playwright keeps its references in its own world. */
async function namingsOf(
	session: CDPSession,
	texts: ReadonlyMap<SideName, string>,
	known: Readonly<Record<"ours" | "page-agent", World | undefined>>,
): Promise<readonly Naming[]> {
	const worlds = { ...known, Playwright: await findWorld(session, "__playwright_utility_world") };
	return [...texts].flatMap(([side, text]) => {
		const world = worlds[side];
		return world === undefined ? [] : [{ side, text, world, ...namings[side] }];
	});
}

/** A busy page does not close by itself. */
async function closeTab(page: Page): Promise<void> {
	await page.close({ runBeforeUnload: false });
}
