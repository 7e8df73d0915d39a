import { inLanguage } from "../kit/words/language.ts";
import * as german from "./words.de.ts";

/** Names in the panel's header. */
export const text = inLanguage(german.text, {
	product: "Webhand",
	routines: "Routines",
	serverTools: "Server tools",
	serverToolsWaiting: (n: number) => (n === 1 ? "1 question waits for you" : `${n} questions wait for you`),
});
