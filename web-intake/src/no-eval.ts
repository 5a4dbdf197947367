import * as z from 'zod';

// Zod tests at once whether it may compile code, which the content policy forbids and would report.
z.config({ jitless: true });
