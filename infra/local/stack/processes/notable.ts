import { z } from "zod";

const notable = ["warn", "error", "fatal"];
const longest = 400;
const PinoLine = z.object({
	level: z.string(),
	msg: z.string().default(""),
	// Of an error of a database stands its type there, and no text.
	err: z.object({ message: z.string().optional(), type: z.string().optional() }).optional(),
	requestId: z.string().optional(),
});

/**
 * A service logs JSON with the level by name: warnings and worse are shown in one line. What is no JSON, such as a complaint of Node, is
 * shown as it stands, but for the frames of a stack trace.
 *
 * @returns what the terminal gets; `undefined` when the log is enough
 */
export function notableOfService(line: string): string | undefined {
	if (line.trim() === "" || /^\s+at /.test(line)) return undefined;
	const parsed = PinoLine.safeParse(parse(line));
	if (!parsed.success) return shorten(line);
	const { level, msg, err, requestId } = parsed.data;
	if (!notable.includes(level)) return undefined;
	const reason = err?.message ?? err?.type ?? msg;
	const cause = reason === msg ? "" : `: ${reason}`;
	return shorten(`${level} ${msg}${cause}${requestId === undefined ? "" : ` (request ${requestId})`}`);
}

/** mongod logs JSON with a severity letter; its warnings are about settings of the computer, its errors matter. */
export function notableOfMongod(line: string): string | undefined {
	return /"s":"[EF]"/.test(line) ? shorten(line) : undefined;
}

const ordinary =
	/WARNING|oO0OoO0OoO0Oo|Redis (version|is)|Configuration loaded|Server initialized|User requested|ready to exit|Received SIG/;

/** redis-server marks what it thinks worth knowing with `#`; its greeting, its farewell and its remarks on the computer are not. */
export function notableOfRedis(line: string): string | undefined {
	return /^\d+:\w .* # /.test(line) && !ordinary.test(line) ? shorten(line) : undefined;
}

/** The log is enough. */
export function notableOfOthers(): undefined {
	return undefined;
}

function parse(line: string): unknown {
	try {
		return line.startsWith("{") ? JSON.parse(line) : undefined;
	} catch {
		return undefined;
	}
}

/** One line of a terminal, not a page: the log has all of it. */
export function shorten(line: string): string {
	return line.length > longest ? `${line.slice(0, longest)} …` : line;
}
