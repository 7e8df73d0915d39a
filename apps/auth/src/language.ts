import type { IncomingMessage } from "node:http";
import { Language } from "@webhand/contracts/language";
import accepts from "accepts";
import type { FastifyReply } from "fastify";

/** The language of a page: the chosen one, else the one of Webhand's that the browser likes best (RFC 9110 §12.5.4), else English. @throws never */
export function languageOf(request: IncomingMessage, chosen?: Language): Language {
	return chosen ?? Language.safeParse(accepts(request).language(Language.options)).data ?? "en";
}

/** Says to whoever keeps the page that it depends on the language of the browser. */
export function varyByLanguage(reply: FastifyReply): void {
	const others = reply.getHeader("vary");
	reply.header("vary", others === undefined ? "Accept-Language" : `${others}, Accept-Language`);
}
