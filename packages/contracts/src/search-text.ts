import { z } from "zod";

/** A text that a list is searched for, at most so many characters. MongoDB refuses a zero character in a search. */
export const searchText = (most = 100) =>
	z
		.string()
		.trim()
		.min(1)
		.max(most)
		.regex(/^\P{Cc}*$/u, "must not hold control characters");
