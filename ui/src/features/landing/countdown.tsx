import { useTexts } from '../../i18n/use-texts.ts';
import styles from './countdown.module.css';
import { timeLeft } from './time-left.ts';

const twoDigits = (value: number) => String(value).padStart(2, '0');

/**
 * The remaining milliseconds as days, hours, minutes and seconds; screen readers announce them on
 * request, not every second. At zero only they still find them.
 */
export function Countdown({ left }: { left: number }) {
  const { t } = useTexts();
  const { days, hours, minutes, seconds } = timeLeft(left);
  const units = [
    {
      value: days,
      unit: t(($) => $.landing.countdown.days),
      spoken: t(($) => $.landing.countdown.spoken_days, { count: days }),
    },
    {
      value: hours,
      unit: t(($) => $.landing.countdown.hours),
      spoken: t(($) => $.landing.countdown.spoken_hours, { count: hours }),
    },
    {
      value: minutes,
      unit: t(($) => $.landing.countdown.minutes),
      spoken: t(($) => $.landing.countdown.spoken_minutes, { count: minutes }),
    },
    {
      value: seconds,
      unit: t(($) => $.landing.countdown.seconds),
      spoken: t(($) => $.landing.countdown.spoken_seconds, { count: seconds }),
    },
  ];
  return (
    <div role="timer" aria-label={t(($) => $.landing.countdown.label)}>
      <span className="visually-hidden">{units.map(({ spoken }) => spoken).join(', ')}</span>
      {left > 0 && (
        <div className={styles.units} aria-hidden="true">
          {units.map(({ value, unit }) => (
            <div key={unit}>
              <span className={styles.value}>{twoDigits(value)}</span>
              <span className={styles.unit}>{unit}</span>
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
