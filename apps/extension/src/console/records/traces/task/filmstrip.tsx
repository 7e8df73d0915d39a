import { Box, Button, chakra, Field, Flex, HStack, Input, Stack, Text } from "@chakra-ui/react";
import type { ActionView } from "@webhand/contracts/agent/task-trace";
import type { KeyboardEvent } from "react";
import { useEffect, useRef } from "react";
import { tracesText } from "../words.ts";
import { StepCard } from "./step-card.tsx";

type Props = {
	readonly actions: readonly ActionView[];
	/** The steps that the search finds. */
	readonly found: readonly ActionView[];
	readonly wanted: string;
	/** `stepIndex` of the chosen step; undefined where the task has no such step. */
	readonly chosen: number | undefined;
	readonly isComplete: boolean;
	readonly onWanted: (text: string) => void;
	readonly onChoose: (stepIndex: number) => void;
};

const Slider = chakra("input");
const text = tracesText;

/** The steps as a strip of cards, with a slider and a search. ← and → go from step to step. */
export function Filmstrip({ actions, found, wanted, chosen, isComplete, onWanted, onChoose }: Props) {
	const strip = useRef<HTMLDivElement>(null);
	const place = found.findIndex(({ stepIndex }) => stepIndex === chosen);
	const goTo = (next: number) => {
		const step = found[Math.min(found.length - 1, Math.max(0, next))];
		if (step !== undefined) onChoose(step.stepIndex);
	};
	useEffect(() => {
		const [area, card] = [strip.current, strip.current?.querySelector<HTMLElement>(`[data-step="${chosen}"]`)];
		if (!area || !card) return;
		area.scrollLeft = card.offsetLeft - (area.clientWidth - card.offsetWidth) / 2;
		// The focus goes along where the keyboard moves within the strip.
		if (area.contains(document.activeElement)) card.focus({ preventScroll: true });
	}, [chosen]);
	const onKey = (event: KeyboardEvent) => {
		const next = { ArrowLeft: place - 1, ArrowRight: place + 1, Home: 0, End: found.length - 1 }[event.key];
		if (next === undefined) return;
		event.preventDefault();
		goTo(next);
	};
	return (
		<Stack as="section" aria-label={text.film} gap="3">
			<Flex wrap="wrap" gap="3" align="flex-end" justify="space-between">
				<Field.Root width={{ base: "full", md: "18rem" }}>
					<Field.Label>{text.find}</Field.Label>
					<Input type="search" size="sm" borderColor="line.strong" value={wanted} onChange={(event) => onWanted(event.target.value)} />
				</Field.Root>
				<Text color="fg.quiet" role="status">
					{wanted.trim() === "" ? (isComplete ? text.keys : text.loadingSteps(actions.length)) : text.found(found.length, actions.length)}
				</Text>
			</Flex>
			{found.length === 0 ? (
				<Text>{text.nothingFound}</Text>
			) : (
				<Stack gap="2">
					<Flex
						ref={strip}
						gap="2"
						overflowX="auto"
						py="1"
						px="1"
						position="relative"
						role="group"
						aria-label={text.film}
						onKeyDown={onKey}
					>
						{found.map((action, index) => (
							<StepCard
								key={action.stepIndex}
								action={action}
								isChosen={action.stepIndex === chosen}
								isTabStop={place === -1 ? index === 0 : index === place}
								onChoose={() => onChoose(action.stepIndex)}
							/>
						))}
					</Flex>
					{found.length < 2 ? null : (
						<HStack gap="3">
							<Button size="xs" variant="outline" aria-label={text.previous} disabled={place <= 0} onClick={() => goTo(place - 1)}>
								←
							</Button>
							<Box flex="1" minW="0">
								<Slider
									type="range"
									min={0}
									max={found.length - 1}
									step={1}
									value={Math.max(0, place)}
									aria-label={text.slider}
									aria-valuetext={text.stepOf((chosen ?? 0) + 1, actions.length)}
									width="full"
									height="6"
									accentColor="brand.solid"
									onChange={(event) => goTo(Number(event.target.value))}
								/>
							</Box>
							<Button
								size="xs"
								variant="outline"
								aria-label={text.next}
								disabled={place === -1 || place >= found.length - 1}
								onClick={() => goTo(place + 1)}
							>
								→
							</Button>
							<Text color="fg.quiet" fontVariantNumeric="tabular-nums" whiteSpace="nowrap">
								{text.stepOf((chosen ?? 0) + 1, actions.length)}
							</Text>
						</HStack>
					)}
				</Stack>
			)}
		</Stack>
	);
}
