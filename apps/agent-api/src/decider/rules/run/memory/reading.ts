import type { Clause } from "../../sentence/clause.ts";
import { clausesOf } from "../../sentence/clauses.ts";

const maxReadings = 256;
const readings = new Map<string, readonly Clause[]>();

/**
 * The clauses of an instruction, read once: a sentence of forty clauses takes milliseconds to read and comes back with each of its steps.
 * The 256 instructions used last are kept.
 */
export function readingOf(query: string): readonly Clause[] {
	const clauses = readings.get(query) ?? clausesOf(query);
	// A Map keeps the order of insertion: the first key is the one used longest ago.
	readings.delete(query);
	readings.set(query, clauses);
	const oldest = readings.size > maxReadings ? readings.keys().next().value : undefined;
	if (oldest !== undefined) readings.delete(oldest);
	return clauses;
}
