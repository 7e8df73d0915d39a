import { Alert, Box, Button, Heading, HStack, Stack } from "@chakra-ui/react";
import type { Provider, ProviderTest } from "@webhand/contracts/auth/provider";
import { testProviderRoute } from "@webhand/contracts/auth/provider";
import type { OrgId } from "@webhand/contracts/ids";
import { useSubmit } from "../../../kit/load/queries.ts";
import type { SignedInApi } from "../../../signed-in-api.ts";
import { Card } from "../../kit/card.tsx";
import { FactList } from "../../kit/fact-list.tsx";
import { ProblemView } from "../../kit/load/problem-view.tsx";
import { organizationText } from "../words.ts";

const text = organizationText.provider;
type Props = { readonly api: SignedInApi; readonly orgId: OrgId; readonly provider: Provider };

/** The provider as it is set, and whether it answers and takes our client. */
export function TestCard({ api, orgId, provider }: Props) {
	const trial = useSubmit(() => api.call(testProviderRoute, { params: { orgId } }));
	const { isBusy, done: test, problem } = trial;
	const run = () => void trial.submit();
	return (
		<Card label={text.now}>
			<Stack gap="4">
				<HStack justify="space-between" align="flex-start" wrap="wrap" gap="3">
					<Heading as="h2" size="lg" overflowWrap="anywhere">
						{provider.issuer}
					</Heading>
					<Button size="sm" variant="outline" loading={isBusy} loadingText={text.testing} disabled={isBusy} onClick={run}>
						{text.test}
					</Button>
				</HStack>
				<FactList
					facts={[
						{ name: text.clientId, value: provider.clientId },
						{ name: text.clientSecret, value: provider.hasSecret ? text.stored : text.none },
						{ name: text.domains, value: provider.domains.length === 0 ? text.noDomains : provider.domains.join(", ") },
					]}
				/>
				<Box role="status" _empty={{ display: "none" }}>
					{test === null ? null : (
						<Alert.Root status={toneOf(test)} size="sm">
							<Alert.Indicator aria-hidden />
							<Alert.Description>{wordsOf(test)}</Alert.Description>
						</Alert.Root>
					)}
				</Box>
				{problem === null ? null : <ProblemView problem={problem} onRetry={run} />}
			</Stack>
		</Card>
	);
}

const toneOf = ({ ok, client }: ProviderTest) => (!ok ? "error" : client === "accepted" ? "success" : "warning");

function wordsOf({ ms, reason, client = "untold" }: ProviderTest): string {
	return reason === undefined ? text.clients[client](ms) : text.troubles[reason];
}
