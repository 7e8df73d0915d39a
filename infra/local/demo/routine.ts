import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { addVersionRoute, createRoutineRoute, RoutineFile, routineRoute, routinesRoute } from "@webhand/contracts/routine/routine";
import type { DemoAccount } from "../stack/sign-in.ts";
import { sendJson, withSignIn } from "../stack/sign-in.ts";

type Call = DemoAccount & { readonly agentUrl: string; readonly demoUrl: string; readonly print: (line: string) => void };

/**
 * Puts the routine of `addresses.json` into the library of the demo organization. One that is there keeps what people made of it, and begins in
 * the shop of this start.
 *
 * @throws never: without it the rest works
 */
export async function ensureDemoRoutine(call: Call): Promise<void> {
	try {
		await withSignIn(call, ({ accessToken }) => ensure(call, accessToken));
	} catch (cause) {
		call.print(`There is no demo routine: ${cause instanceof Error ? cause.message : String(cause)}.`);
	}
}

async function ensure({ agentUrl, demoUrl }: Call, token: string): Promise<void> {
	const { name, description, program } = RoutineFile.parse(JSON.parse(readFileSync(join(import.meta.dirname, "addresses.json"), "utf8")));
	const start = [new URL("/addresses/new", demoUrl).href];
	const urlOf = (path: string) => new URL(path, agentUrl);
	const listed = await sendJson(urlOf(`${routinesRoute.path}?q=${encodeURIComponent(name)}`), { method: "GET", token });
	const known = routinesRoute.reply.parse(listed).routines.find((routine) => routine.name === name && routine.canEdit);
	if (known === undefined) {
		const body = { name, description, isShared: true, program: { ...program, start }, origin: { kind: "import" } };
		await sendJson(urlOf(createRoutineRoute.path), { token, body });
		return;
	}
	const ofRoutine = (path: string) => urlOf(path.replace(":routineId", known.id));
	const { version } = routineRoute.reply.parse(await sendJson(ofRoutine(routineRoute.path), { method: "GET", token }));
	if (isDeepStrictEqual(version.program.start, start)) return;
	await sendJson(ofRoutine(addVersionRoute.path), { token, body: { of: version.number, program: { ...version.program, start } } });
}
