import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { CDPSession, Page } from "playwright-core";
import { WebhandError } from "../errors.ts";
import type { DocumentSide } from "../page-script/main.ts";

/** The document that a call was for is gone. `isBegun`: the call had reached it, so nobody knows what became of it. */
export class DocumentGone extends Error {
	override readonly name: string = "DocumentGone";
	readonly isBegun: boolean;

	constructor(isBegun: boolean, options?: ErrorOptions) {
		super("The page has changed to another one", options);
		this.isBegun = isBegun;
	}
}

type AnswerOf<K extends keyof DocumentSide> = Awaited<ReturnType<DocumentSide[K]>>;

/** The script of this package in the top document of a page, in a world that the page's own scripts cannot reach. */
export type DocumentWorld = {
	/** @throws DocumentGone; Error of the script itself */
	readonly call: <K extends keyof DocumentSide>(name: K, ...input: Parameters<DocumentSide[K]>) => Promise<AnswerOf<K>>;
	/** Enters the document that the page shows now. @throws Error while it has none */
	readonly enter: () => Promise<void>;
	readonly close: () => Promise<void>;
};

let script: Promise<string> | undefined;

function pageScript(): Promise<string> {
	script ??= readFile(new URL("page-script.js", import.meta.url), "utf8");
	return script;
}

/** @param readScript the script of the document side @throws WebhandError browser, where the page is not Chromium's */
export async function openWorld(page: Page, readScript = pageScript): Promise<DocumentWorld> {
	let session: CDPSession;
	try {
		session = await page.context().newCDPSession(page);
	} catch (cause) {
		throw new WebhandError("Only pages of Chromium can be driven: launch `chromium` of Playwright", { code: "browser", cause });
	}
	await session.send("Runtime.enable");
	// Chromium gives the number of a context again in another process, perhaps to a page's own scripts; this id it gives once.
	let uniqueContextId: string | undefined;
	const enter = async () => {
		uniqueContextId = undefined;
		const { frameTree } = await session.send("Page.getFrameTree");
		const made = await makeWorld(session, frameTree.frame.id);
		await evaluate(session, { uniqueContextId: made, expression: await readScript() });
		uniqueContextId = made;
	};
	const callIn = async (name: string, input: readonly unknown[]): Promise<unknown> => {
		if (uniqueContextId === undefined) throw new DocumentGone(false);
		const expression = `webhandDocument.${name}(${input.map((value) => JSON.stringify(value)).join()})`;
		try {
			return await evaluate(session, { uniqueContextId, expression });
		} catch (cause) {
			if (cause instanceof DocumentGone) uniqueContextId = undefined;
			throw cause;
		}
	};
	return {
		enter,
		// The same file is on both sides.
		call: async (name, ...input) => (await callIn(name, input)) as never,
		close: () => session.detach().catch(() => undefined),
	};
}

/** @returns the id that Chromium gives to this world alone. A name of its own finds its event, which comes before the answer. */
async function makeWorld(session: CDPSession, frameId: string): Promise<string> {
	const worldName = `webhand-${randomUUID()}`;
	let made: string | undefined;
	const onCreated = ({ context }: { readonly context: { readonly name: string; readonly uniqueId: string } }) => {
		if (context.name === worldName) made = context.uniqueId;
	};
	session.on("Runtime.executionContextCreated", onCreated);
	try {
		await session.send("Page.createIsolatedWorld", { frameId, worldName });
	} finally {
		session.off("Runtime.executionContextCreated", onCreated);
	}
	if (made === undefined) throw new DocumentGone(false);
	return made;
}

async function evaluate(session: CDPSession, call: { readonly uniqueContextId: string; readonly expression: string }): Promise<unknown> {
	const sent = session.send("Runtime.evaluate", { ...call, returnByValue: true, awaitPromise: true });
	const { result, exceptionDetails } = await sent.catch((cause: unknown) => {
		throw goneBy(cause) ?? cause;
	});
	if (exceptionDetails !== undefined) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
	return result.value;
}

/** What Chromium says of a world that is gone. */
function goneBy(cause: unknown): DocumentGone | undefined {
	const message = cause instanceof Error ? cause.message : "";
	if (/Cannot find context|uniqueContextId not found/i.test(message)) return new DocumentGone(false, { cause });
	if (/context was destroyed|navigated or closed|has been closed|session closed|Promise was collected/i.test(message))
		return new DocumentGone(true, { cause });
	return undefined;
}
