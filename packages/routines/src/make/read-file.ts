import { routineLimits } from "@webhand/contracts/routine/limits";
import type { RoutineDraft } from "@webhand/contracts/routine/routine";
import { RoutineFile } from "@webhand/contracts/routine/routine";
import { ChromeRecording, fromChrome } from "./from-chrome.ts";
import { unusedInputs, validateProgram } from "./validate.ts";

/** A routine that was read from a file, or why it was not, with the places that are wrong. */
export type ReadFile = { readonly ok: true; readonly draft: RoutineDraft } | { readonly ok: false; readonly problem: string };

/** Wrong places that are named. */
const mostNamed = 5;
const mostHints = 50;
/** As many as a request may have: the schema reads blocks by calls of itself. */
const mostLevels = 200;

/**
 * Reads a routine from a file: ours, or a recording of Chrome's recorder. A file of a newer format and one with unknown fields are refused, so
 * that nothing of it is lost unseen.
 *
 * @throws never
 */
export function readRoutineFile(text: string): ReadFile {
	if (text.length > routineLimits.fileBytes) return refused(`The file has more than ${routineLimits.fileBytes / 1_000_000} MB`);
	const value = jsonOf(text);
	if (isDeeper(value, mostLevels)) return refused("The file has blocks in blocks without end");
	if (typeof value !== "object" || value === null) return refused("The file is no JSON of a routine");
	if ("format" in value) return readOwn(value);
	const chrome = ChromeRecording.safeParse(value);
	if (!chrome.success) return refused("The file is neither a routine of Webhand nor a recording of Chrome's recorder");
	const draft = fromChrome(chrome.data);
	return draft === undefined ? refused("No step of the recording can be repeated") : { ok: true, draft };
}

/** Level by level, without calls: a file may be nested as deep as it is long. */
function isDeeper(value: unknown, levels: number): boolean {
	const isNested = (one: unknown): one is object => typeof one === "object" && one !== null;
	let level = [value].filter(isNested);
	for (let depth = 0; level.length > 0; depth += 1) {
		if (depth > levels) return true;
		level = level.flatMap((one) => Object.values(one).filter(isNested));
	}
	return false;
}

function jsonOf(text: string): unknown {
	try {
		return JSON.parse(text.replace(/^\uFEFF/, ""));
	} catch {
		return undefined;
	}
}

/** A refusal that names the first places that are wrong. */
function refused(message: string, places: readonly { readonly at: string; readonly message: string }[] = []): ReadFile {
	const named = places.slice(0, mostNamed).map((place) => `${place.at}: ${place.message}`);
	const more = places.length > mostNamed ? [`and ${places.length - mostNamed} more`] : [];
	return { ok: false, problem: named.length === 0 ? message : `${message} – ${[...named, ...more].join("; ")}` };
}

function readOwn(value: object & { readonly format: unknown }): ReadFile {
	const [, version] = /^webhand-routine\/(\d{1,6})$/.exec(String(value.format)) ?? [];
	if (version === undefined) return refused("The file is no routine of Webhand");
	if (Number(version) > 1) return refused(`The file has the format ${version}, and this version of Webhand reads format 1: update it`);
	const read = RoutineFile.safeParse(value);
	if (!read.success) {
		const places = read.error.issues.map(({ path, message }) => ({ at: path.map(String).join(".") || "file", message }));
		return refused("The file is not a routine that can be read", places);
	}
	const { name, description, program } = read.data;
	const faults = validateProgram(program);
	if (faults.length > 0) {
		return refused(
			"The routine of the file cannot run",
			faults.map(({ field, message }) => ({ at: field, message })),
		);
	}
	const unused = unusedInputs(program).map((input) => ({ text: `No step uses the input ${input}.` }));
	return { ok: true, draft: { name, description, program, hints: unused.slice(0, mostHints) } };
}
