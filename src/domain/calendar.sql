-- The dates on which a merchant's money may be paid out. Lagos keeps UTC+1 all year, and a day ends there at
-- 23:59:59.999.

-- The Lagos day of a time.
create function lagos_date(p_at timestamptz) returns date language sql immutable as $$
  select (p_at at time zone 'Africa/Lagos')::date
$$;

-- The Lagos hour of a time, such as 2026-11-20T14:00+01:00. STABLE like to_char, so that the planner can inline it.
create function lagos_hour(p_at timestamptz) returns text language sql stable as $$
  select to_char(p_at at time zone 'Africa/Lagos', 'YYYY-MM-DD"T"HH24:00"+01:00"')
$$;

-- Returns the time at which that day begins.
create function lagos_midnight(p_day date) returns timestamptz language sql immutable as $$
  select p_day::timestamp at time zone 'Africa/Lagos'
$$;

-- Easter Sunday, by the Gregorian computus.
create function easter(p_year integer) returns date language plpgsql immutable as $$
declare
  golden constant integer := p_year % 19;
  century constant integer := p_year / 100;
  year_in constant integer := p_year % 100;
  epact constant integer := (19 * golden + century - century / 4 - (century - (century + 8) / 25 + 1) / 3 + 15) % 30;
  weekday constant integer := (32 + 2 * (century % 4) + 2 * (year_in / 4) - epact - year_in % 4) % 7;
  late constant integer := (golden + 11 * epact + 22 * weekday) / 451;
  march constant integer := epact + weekday - 7 * late + 114;
begin
  return make_date(p_year, march / 31, march % 31 + 1);
end $$;

-- The public holiday that falls on the day every year, by date or by Easter; null: none.
create function feast_on(p_day date) returns text language plpgsql immutable as $$
declare
  feast constant text := case to_char(p_day, 'MM-DD')
    when '01-01' then 'New Year''s Day' when '05-01' then 'Workers'' Day' when '06-12' then 'Democracy Day'
    when '10-01' then 'Independence Day' when '12-25' then 'Christmas Day' when '12-26' then 'Boxing Day' end;
  easter_sunday date;
begin
  if feast is null and extract(month from p_day) in (3, 4) then
    easter_sunday := easter(extract(year from p_day)::integer);
    return case p_day - easter_sunday when -2 then 'Good Friday' when 1 then 'Easter Monday' end;
  end if;
  return feast;
end $$;

-- A business day is Monday to Friday and no holiday. A day that ops have declared wins over the feasts, either way; a
-- weekend stays a weekend.
create function is_business_day(p_day date) returns boolean language plpgsql stable as $$
declare
  declared boolean;
begin
  if extract(isodow from p_day) > 5 then
    return false;
  end if;
  select h.is_holiday into declared from holiday h where h.day = p_day;
  return not coalesce(declared, feast_on(p_day) is not null);
end $$;

-- Returns the first business day on this day or after it.
create function next_business_day(p_from date) returns date language plpgsql stable as $$
declare
  found_day date := p_from;
begin
  while not is_business_day(found_day) loop
    found_day := found_day + 1;
  end loop;
  return found_day;
end $$;

-- The schedule's last day (WEEKLY:day or MONTHLY:n) on or before this one, whether or not banks are open then. In a month
-- with fewer than n days, it is the last day of the month.
create function nominal_day(p_schedule text, p_on date) returns date language plpgsql immutable as $$
declare
  name constant text := split_part(p_schedule, ':', 2);
  month date := date_trunc('month', p_on);
  nominal date;
begin
  if p_schedule like 'WEEKLY:%' then
    return p_on - (extract(isodow from p_on)::integer + 7 - array_position(array['MON', 'TUE', 'WED', 'THU', 'FRI'], name)) % 7;
  end if;
  loop
    nominal := least(month + name::integer - 1, (month + interval '1 month')::date - 1);
    exit when nominal <= p_on;
    month := month - interval '1 month';
  end loop;
  return nominal;
end $$;

-- The schedule's first payout day on this day or after it; null for MANUAL. When banks are closed on a nominal day,
-- merchants are paid on the next day on which banks are open.
create function next_payout_day(p_schedule text, p_from date) returns date language plpgsql stable as $$
declare
  nominal date;
  moved date;
begin
  if p_schedule = 'MANUAL' then
    return null;
  elsif p_schedule = 'T0_INSTANT' then
    return p_from;
  elsif p_schedule in ('T1', 'T2') then
    return next_business_day(p_from);
  end if;
  nominal := nominal_day(p_schedule, p_from);
  moved := next_business_day(nominal);
  if moved >= p_from then
    return moved;
  elsif p_schedule like 'WEEKLY:%' then
    return next_business_day(nominal + 7);
  end if;
  return next_business_day(nominal_day(p_schedule, (date_trunc('month', nominal) + interval '2 months')::date - 1));
end $$;

-- Tells whether merchants of this schedule are paid on that day.
create function is_payout_day(p_schedule text, p_day date) returns boolean language plpgsql stable as $$
begin
  return coalesce(next_payout_day(p_schedule, p_day) = p_day, false);
end $$;

-- Returns the Lagos day of the run that may pay out money which was received on p_received_on. The money of some
-- channels comes later: never before T2.
create function due_after(p_schedule text, p_channel text, p_received_on date) returns date language plpgsql stable as $$
declare
  due date := p_received_on;
  is_late constant boolean := exists (select from channel x where x.name = p_channel and x.earliest_due = 'T2');
begin
  if p_schedule = 'T0_INSTANT' and not is_late then
    return due;
  end if;
  due := next_business_day(due + 1);
  if is_late or p_schedule = 'T2' then
    due := next_business_day(due + 1);
  end if;
  return coalesce(next_payout_day(p_schedule, due), due);
end $$;

-- Returns the due date for the time at which the money was received.
create function due_on(p_schedule text, p_channel text, p_received_at timestamptz) returns date language plpgsql stable as $$
begin
  return due_after(p_schedule, p_channel, lagos_date(p_received_at));
end $$;

-- Returns each day with the name of its holiday (null: no holiday), and whether ops have declared it.
create function days_between(p_first date, p_last date)
returns table (day date, is_business_day boolean, holiday text, is_declared boolean) language sql stable as $$
  select d.day, is_business_day(d.day),
         case when h.day is null then feast_on(d.day) when h.is_holiday then h.name end,
         h.day is not null
    from (select p_first + g as day from generate_series(0, p_last - p_first) g) d
    left join holiday h on h.day = d.day
   order by d.day
$$;
