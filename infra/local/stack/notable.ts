import { z } from "zod";

const warning = 40;
const longest = 400;
const names: Readonly<Record<number, string>> = { 40: "warning", 50: "error", 60: "fatal" };
const PinoLine = z.object({
	level: z.number(),
	msg: z.string().default(""),
	err: z.object({ message: z.string() }).optional(),
	requestId: z.string().optional(),
});

/**
 * A service logs JSON as pino writes it: warnings and worse are shown in one line. What is no JSON (a stack trace, a complaint of Node)
 * is shown as it stands.
 *
 * @returns what the terminal gets; `undefined` when the log is enough
 */
export function notableOfService(line: string): string | undefined {
	if (line.trim() === "") return undefined;
	const parsed = PinoLine.safeParse(parse(line));
	if (!parsed.success) return shorten(line);
	const { level, msg, err, requestId } = parsed.data;
	if (level < warning) return undefined;
	const cause = err === undefined || err.message === msg ? "" : `: ${err.message}`;
	return shorten(`${names[level] ?? level} ${msg}${cause}${requestId === undefined ? "" : ` (request ${requestId})`}`);
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

function shorten(line: string): string {
	return line.length > longest ? `${line.slice(0, longest)} …` : line;
}
