import { Box, List, Text } from "@chakra-ui/react";
import type { ApprovalFacts } from "@webhand/contracts/agent/interact";
import { useId } from "react";
import { factText } from "./words.ts";

const moneyReasons: ReadonlySet<string> = new Set(["pay_word", "amount_beside", "checkout_page", "card_in_form"]);

/** What is allowed, where, and what it changes; the question's text says why it is asked. */
export function ApprovalFactList({ facts }: { readonly facts: ApprovalFacts }) {
	const opens = [...(facts.newTab ? [factText.newTab] : []), ...(facts.download ? [factText.download] : [])].join(", ");
	// A price in the row of a deleted item is not its cost.
	const isAboutMoney = !facts.reasons.includes("destructive_word") || facts.reasons.some((reason) => moneyReasons.has(reason));
	const rows: readonly (readonly [label: string, value: string])[] = [
		[factText.control, facts.label],
		[factText.row, facts.row ?? ""],
		[factText.site, facts.site],
		[factText.target, facts.formTarget ?? ""],
		[factText.address, facts.address ?? ""],
		[factText.opens, opens],
		[factText.amount, isAboutMoney ? (facts.amount ?? "") : ""],
	];
	return (
		<Box borderWidth="1px" borderColor="line.soft" rounded="lg" bg="bg.sunken" p="2.5" textStyle="small" overflowWrap="anywhere">
			{rows
				.filter(([, value]) => value !== "")
				.map(([label, value]) => (
					<Text key={label}>
						<Text as="span" color="fg.quiet">
							{label}:{" "}
						</Text>
						{value}
					</Text>
				))}
			{facts.fields.length > 0 ? <Fields fields={facts.fields} more={facts.moreFields ?? 0} /> : null}
		</Box>
	);
}

/** The sent fields. A long list scrolls, so the buttons stay visible. */
function Fields({ fields, more }: { readonly fields: readonly string[]; readonly more: number }) {
	const id = useId();
	return (
		<>
			<Text color="fg.quiet" id={id}>
				{factText.fields}:
			</Text>
			<List.Root aria-labelledby={id} maxHeight="9rem" overflowY="auto" paddingStart="4" tabIndex={0}>
				{[...fields.entries()].map(([index, field]) => (
					<List.Item key={index}>{field}</List.Item>
				))}
				{more > 0 ? <List.Item>{factText.moreFields(more)}</List.Item> : null}
			</List.Root>
		</>
	);
}
