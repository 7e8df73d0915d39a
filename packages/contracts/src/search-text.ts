import { z } from "zod";

/** Part of a stored text that a list is searched for, at most so many characters. MongoDB takes no zero character in a search. */
export const searchText = (most = 100) =>
	z
		.string()
		.trim()
		.min(1)
		.max(most)
		.regex(/^\P{Cc}*$/u, "must not hold control characters");
