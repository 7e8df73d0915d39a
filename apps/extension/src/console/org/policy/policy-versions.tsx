import { Heading, List, Stack, Text } from "@chakra-ui/react";
import type { policyVersionsRoute } from "@webhand/contracts/authority/policy";
import type { ReplyOf } from "@webhand/contracts/routes";
import type { Loaded } from "../../../kit/load/queries.ts";
import { formatTime } from "../../../kit/words/format.ts";
import { Card } from "../../kit/card.tsx";
import { LoadView } from "../../kit/load/load-view.tsx";
import type { NameOf } from "../use-names.ts";
import { differencesOf } from "./policy-form.ts";
import { policyText as text } from "./words.ts";

type Props = { readonly loaded: Loaded<ReplyOf<typeof policyVersionsRoute>>; readonly nameOf: NameOf };

/** The versions of a policy, each with the sentences that came and went. */
export function PolicyVersions({ loaded, nameOf }: Props) {
	return (
		<Card label={text.versions}>
			<Stack gap="4">
				<Stack gap="1">
					<Heading as="h2" size="md">
						{text.versions}
					</Heading>
					<Text color="fg.quiet">{text.versionsLead}</Text>
				</Stack>
				<LoadView loaded={loaded}>
					{({ versions }) => (
						<Stack as="ol" gap="4" listStyleType="none">
							{versions.map(({ rev, policy, updatedAt = "", by = "" }, index) => (
								<Stack as="li" key={rev} gap="1">
									<Text fontWeight="semibold">{text.version(rev, formatTime(updatedAt), nameOf(by))}</Text>
									<Differences
										lines={differencesOf(versions[index + 1]?.policy, policy, nameOf)}
										isOldest={rev > 1 && index === versions.length - 1}
									/>
								</Stack>
							))}
						</Stack>
					)}
				</LoadView>
			</Stack>
		</Card>
	);
}

type Lines = { readonly lines: ReturnType<typeof differencesOf>; readonly isOldest: boolean };

/** Of the oldest one that is kept here, nobody knows what it changed. */
function Differences({ lines, isOldest }: Lines) {
	if (isOldest) return null;
	if (lines.length === 0) return <Text color="fg.quiet">{text.noDifference}</Text>;
	return (
		<List.Root ps="5">
			{lines.map(({ isNew, sentence }) => (
				<List.Item key={sentence} overflowWrap="anywhere">
					<Text as="span" fontWeight="semibold">
						{isNew ? text.added : text.dropped}:
					</Text>{" "}
					<Text as={isNew ? "ins" : "del"} textDecoration={isNew ? "none" : "line-through"}>
						{sentence}
					</Text>
				</List.Item>
			))}
		</List.Root>
	);
}
