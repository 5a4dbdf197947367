import { Button } from '@mantine/core';
import { memo, useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react';
import type { Case } from '#domain/cases/case-wire.schema.ts';
import { type MissingField } from '#domain/forms/completeness.ts';
import { Notice } from '../../../ui/notice.tsx';
import { kinOf, NextOfKinList } from '../next-of-kin-list.tsx';
import { SsnField } from '../ssn-field.tsx';
import { CardAnswers, CardFields, CardFrame } from './section-card-fields.tsx';
import classes from './section.module.css';
import { cardsOf } from './section-cards.ts';
import type { SectionSaves } from './section-saves.ts';
import { type CaseSection, shownNow, surroundingsOf } from './section-values.ts';
import { useSectionForm } from './use-section-form.ts';

