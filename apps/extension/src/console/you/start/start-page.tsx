import { Box, Flex, Heading, HStack, Link, List, SimpleGrid, Stack, Text } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { ChevronIcon } from "../../../kit/icons.tsx";
import { SpendNotice } from "../../../kit/spend/spend-notice.tsx";
import { Loading, Notice } from "../../../kit/states.tsx";
import { formatNumber, formatUsd, tokensOf } from "../../../kit/words/format.ts";
import { nameOf } from "../../../kit/words/model-name.ts";
import { hostText } from "../../host/words.ts";
import { Card } from "../../kit/card.tsx";
import { FactList } from "../../kit/fact-list.tsx";
import { StateWord } from "../../kit/list/state-word.tsx";
import { LoadView } from "../../kit/load/load-view.tsx";
import { PageTitle } from "../../kit/page-title.tsx";
import { Quiet } from "../../kit/quiet.tsx";
import type { PageProps } from "../../page-props.ts";
import { pathOf } from "../../place/place.ts";
import { TaskRows } from "../../records/traces/list/task-rows.tsx";
import { useCounts, useHealth, useLastTasks, useSpend } from "./use-start.ts";
import { waitingOf } from "./waiting.ts";
import { startText as text } from "./words.ts";

/** The page that the console opens with: what waits, the last tasks, spend and health. Each part loads by itself. */
export function StartPage(props: PageProps) {
	const { signIn } = props;
	const isAdmin = signIn.roles.includes("admin");
	return (
		<Stack gap="6">
			<PageTitle title={text.hello(signIn.user.name)} lead={text.lead(signIn.tenantName)} />
			<SpendNotice api={props.api} />
			<Waits {...props} />
			<SimpleGrid columns={{ base: 1, lg: isAdmin ? 2 : 1 }} gap="4">
				{isAdmin ? <Spend {...props} /> : null}
				<Health {...props} />
			</SimpleGrid>
			<LastTasks {...props} />
		</Stack>
	);
}

type PartProps = {
	readonly title: string;
	readonly more?: { readonly label: string; readonly page: string };
	readonly children: ReactNode;
};

function Part({ title, more, children }: PartProps) {
	return (
		<Card label={title}>
			<Stack gap="3">
				<Flex justify="space-between" align="baseline" wrap="wrap" gap="2">
					<Heading as="h2" size="md">
						{title}
					</Heading>
					{more === undefined ? null : (
						<Link href={`#${pathOf({ page: more.page })}`} color="brand.fg">
							{more.label}
						</Link>
					)}
				</Flex>
				{children}
			</Stack>
		</Card>
	);
}

function Waits(props: PageProps) {
	const loaded = useCounts(props);
	return (
		<Part title={text.waits}>
			<LoadView loaded={loaded} skeleton={<Loading lines={2} />}>
				{(counts) => {
					const waiting = waitingOf(counts);
					if (waiting.length === 0) return <Text color="fg.quiet">{text.nothingWaits}</Text>;
					return (
						<List.Root variant="plain" gap="2">
							{waiting.map(({ key, text: words, href }) => (
								<List.Item key={key} display="block">
									<Link href={`#${href}`} color="brand.fg" fontWeight="medium">
										{words}
										<ChevronIcon boxSize="3" transform="rotate(-90deg)" />
									</Link>
								</List.Item>
							))}
						</List.Root>
					);
				}}
			</LoadView>
		</Part>
	);
}

function Spend({ api }: PageProps) {
	const loaded = useSpend({ api }, new Date().toISOString().slice(0, 10));
	const { limits } = hostText;
	return (
		<Part title={text.spend} more={{ label: text.details, page: "usage" }}>
			<LoadView loaded={loaded} skeleton={<Loading lines={2} />}>
				{({ total, tasks, nearLimits }) => (
					<Stack gap="3">
						<FactList
							facts={[
								{ name: text.tasksRun, value: <TasksRun {...tasks} /> },
								{ name: text.tokens, value: formatNumber(tokensOf(total)) },
								{ name: text.cost, value: formatUsd(total.usd) },
							]}
						/>
						{nearLimits?.map(({ name, used, most }) => (
							<Notice key={name}>{limits.near(limits.names[name], used, most)}</Notice>
						))}
					</Stack>
				)}
			</LoadView>
		</Part>
	);
}

function TasksRun({ started, withoutModel }: { readonly started: number; readonly withoutModel: number }) {
	return (
		<>
			{formatNumber(started)}
			{withoutModel === 0 ? null : (
				<Text as="span" color="fg.quiet" fontWeight="normal">
					{` · ${text.withoutModel(withoutModel)}`}
				</Text>
			)}
		</>
	);
}

const hostTones = { online: "good", degraded: "waiting", offline: "off" } as const;

function Health(props: PageProps) {
	const loaded = useHealth(props);
	return (
		<Part title={text.health}>
			<LoadView loaded={loaded} skeleton={<Loading lines={2} />}>
				{({ host, model }) => (
					<Stack gap="3">
						{model === null ? null : (
							<Box>
								<Quiet>{text.model}</Quiet>
								<HStack gap="3" wrap="wrap">
									<Text fontWeight="medium" overflowWrap="anywhere">
										{model.provider === "rules" ? text.modelRules : nameOf(model)}
									</Text>
									{model.provider === "rules" ? (
										<Link href={`#${pathOf({ page: "model" })}`} color="brand.fg">
											{text.changeModel}
										</Link>
									) : null}
								</HStack>
							</Box>
						)}
						{host === null ? null : (
							<Box>
								<Quiet>{text.host}</Quiet>
								<StateWord tone={hostTones[host.status]}>{text.hostStates[host.status]}</StateWord>
								{host.reasons.map(({ code, message }) => (
									<Text key={code} color="fg.quiet" fontSize="xs" overflowWrap="anywhere">
										{message}
									</Text>
								))}
							</Box>
						)}
					</Stack>
				)}
			</LoadView>
		</Part>
	);
}

function LastTasks({ api }: PageProps) {
	const loaded = useLastTasks({ api });
	return (
		<Stack gap="3" as="section" aria-label={text.last}>
			<Flex justify="space-between" align="baseline" wrap="wrap" gap="2">
				<Heading as="h2" size="md">
					{text.last}
				</Heading>
				<Link href={`#${pathOf({ page: "traces" })}`} color="brand.fg">
					{text.allTasks}
				</Link>
			</Flex>
			<LoadView loaded={loaded}>
				{({ tasks }) => (tasks.length === 0 ? <Text color="fg.quiet">{text.noTasks}</Text> : <TaskRows tasks={tasks} />)}
			</LoadView>
		</Stack>
	);
}
