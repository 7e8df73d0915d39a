import type { AllowedDomain } from "@webhand/contracts/knowledge/domains";
import { allowDomainRoute, removeDomainRoute } from "@webhand/contracts/knowledge/domains";
import type { PageApi } from "../../../signed-in-api.ts";
import type { Change } from "../../kit/form/use-change.tsx";
import { knowledgeText } from "../words.ts";

const text = knowledgeText.domains;

/** Allows the domain of a document or a page. */
export function allowChange(api: PageApi, pattern: string, onAllowed: () => void): Change {
	return {
		title: text.allowTitle(pattern),
		lead: text.allowEffect,
		confirm: text.allow,
		act: async () => {
			const { domains } = await api.call(allowDomainRoute, { body: { pattern } });
			onAllowed();
			return text.allowed(domains.map((domain) => domain.pattern));
		},
	};
}

/** Takes an allowed domain back. */
export function removeChange(api: PageApi, { id, pattern, documents }: AllowedDomain, onRemoved: () => void): Change {
	return {
		title: text.removeTitle(pattern),
		lead: text.removeEffect(pattern, documents),
		confirm: text.removeConfirm,
		isHarmful: true,
		act: async () => {
			await api.call(removeDomainRoute, { params: { id } });
			onRemoved();
			return text.removed(pattern);
		},
	};
}
