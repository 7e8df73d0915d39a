import type { CDPSession } from "playwright-core";

/** A JavaScript world of one document, isolated from the page and from other sides. */
export type World = {
	readonly evaluate: (expression: string) => Promise<unknown>;
	/** Calls a function with the nodes of these backend ids, and returns its result by value. */
	readonly callWithNodes: (declaration: string, backendIds: readonly number[]) => Promise<unknown>;
};

function worldOf(session: CDPSession, executionContextId: number): World {
	return {
		evaluate: async (expression) => {
			const reply = await session.send("Runtime.evaluate", {
				expression,
				contextId: executionContextId,
				returnByValue: true,
				awaitPromise: true,
			});
			if (reply.exceptionDetails !== undefined)
				throw new Error(reply.exceptionDetails.exception?.description ?? reply.exceptionDetails.text);
			return reply.result.value;
		},
		callWithNodes: async (functionDeclaration, backendIds) => {
			const objects = await Promise.all(
				backendIds.map(async (backendNodeId) => {
					const { object } = await session.send("DOM.resolveNode", { backendNodeId, executionContextId });
					return object.objectId === undefined ? { value: null } : { objectId: object.objectId };
				}),
			);
			const { result } = await session.send("Runtime.callFunctionOn", {
				functionDeclaration,
				executionContextId,
				arguments: objects,
				returnByValue: true,
			});
			return result.value;
		},
	};
}

/** Opens a new world in the top document and runs a script in it. @throws Error if the script fails */
export async function openWorld(session: CDPSession, name: string, script: string): Promise<World> {
	const { frameTree } = await session.send("Page.getFrameTree");
	const { executionContextId } = await session.send("Page.createIsolatedWorld", { frameId: frameTree.frame.id, worldName: name });
	const world = worldOf(session, executionContextId);
	await world.evaluate(script);
	return world;
}

/** Finds a world of another tool by the beginning of its name. */
export async function findWorld(session: CDPSession, prefix: string): Promise<World | undefined> {
	const found: number[] = [];
	const note = ({ context }: { readonly context: { readonly id: number; readonly name: string } }) => {
		if (context.name.startsWith(prefix)) found.push(context.id);
	};
	session.on("Runtime.executionContextCreated", note);
	try {
		// Enabling reports existing worlds before it answers.
		await session.send("Runtime.enable");
		await session.send("Runtime.disable");
	} finally {
		session.off("Runtime.executionContextCreated", note);
	}
	const id = found.at(-1);
	return id === undefined ? undefined : worldOf(session, id);
}
